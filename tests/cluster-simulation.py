#!/usr/bin/env python3
"""cluster-simulation: what N workers make of one server, from measured figures. No clock, no chance
but a seeded one: the same arguments print the same table.

    cluster-simulation.py JOBS_PER_S JOBS_PER_S_ALONE JOBS_PER_S_BATCHED

What tests/store-load measures: 64 workers one job at a time, one worker alone, and 64 workers that
claim and store 16 in a transaction. A worker searches, with times that scatter as the engine's do
(+-30 %), then waits for the server, which serves one after the other."""
import heapq
import random
import sys


BATCH = 16
NODES_PER_S = 583_000  # the native engine's, on one core
STAGES = (("P0", 10_000), ("S0", 100_000), ("S1", 500_000), ("S2", 2_000_000))


def simulate(workers, search_s, batch, service_s, cycles=20000):
    """The share of the workers' time that goes into searching, and the transactions a second."""
    chance = random.Random(20260918)
    service = service_s * batch
    # Each begins somewhere in a search.
    ready = [(chance.uniform(0, search_s * batch), i) for i in range(workers)]
    heapq.heapify(ready)
    free_at = searched = 0.0
    end = 0.0
    for _ in range(cycles):
        at, worker = heapq.heappop(ready)
        begin = max(at, free_at)
        free_at = begin + service
        length = sum(search_s * chance.uniform(0.7, 1.3) for _ in range(batch))
        searched += length
        end = free_at
        heapq.heappush(ready, (free_at + length, worker))
    # What was begun and is not over when the time ends.
    searched -= sum(max(0.0, at - end) for at, _ in ready)
    return searched / (workers * end) if end else 0.0, cycles / end


def main():
    together, alone, batched = (float(text) for text in sys.argv[1:])
    print(f"{together:.0f} jobs a second together, {alone:.0f} by one alone, {batched:.0f} in "
          f"batches of {BATCH}")
    print(f"{'workers':>8} {'stage':>6} {'a search':>9} {'batch':>6} {'busy':>7} {'jobs/s':>7}")
    for workers in (64, 256, 1000):
        for stage, nodes in STAGES:
            search_s = nodes / NODES_PER_S + 1 / alone
            for batch, per_s in ((1, together), (BATCH, batched)):
                busy, rate = simulate(workers, search_s, batch, 1 / per_s)
                print(f"{workers:>8} {stage:>6} {search_s * 1000:>6.0f} ms {batch:>6} "
                      f"{100 * busy:>5.1f} % {rate * batch:>7.0f}")


if __name__ == "__main__":
    main()
