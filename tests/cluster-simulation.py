#!/usr/bin/env python3
"""cluster-simulation: what N workers make of one server, from measured figures. No clock, no chance
but a seeded one: the same arguments print the same table.

    cluster-simulation.py CYCLES_PER_S CYCLE_MS

CYCLES_PER_S is what the server takes at most (claim and store, from `store-load store 64`), CYCLE_MS
what one cycle lasts without others (from `store-load store 1`). A worker searches for so long, with
times that scatter as the engine's do (+-30 %), then waits for the server, which serves one cycle
after the other. With batches a worker claims and stores so many jobs in a cycle, whose cost grows
by a fifth of itself for each further job."""
import heapq
import random
import sys


def simulate(workers, search_s, batch, service_s, cycles=20000):
    """The share of the workers' time that goes into searching, and the cycles a second."""
    chance = random.Random(20260918)
    service = service_s * (1 + (batch - 1) / 5)
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
    per_s, alone_ms = float(sys.argv[1]), float(sys.argv[2])
    service_s = max(1 / per_s, 0)
    print(f"a server of {per_s:.0f} cycles a second; {alone_ms:.1f} ms a cycle when it is idle")
    print(f"{'workers':>8} {'stage':>6} {'search':>9} {'batch':>6} {'busy':>7} {'cycles/s':>9}")
    for workers in (64, 256, 1000):
        # 583,000 nodes a second, the native engine's speed (docs/BENCHMARKS.md's machine).
        for stage, nodes in (("P0", 10_000), ("S0", 100_000), ("S1", 500_000), ("S2", 2_000_000)):
            search_s = nodes / 583_000 + alone_ms / 1000
            for batch in (1, 16):
                busy, rate = simulate(workers, search_s, batch, service_s)
                print(f"{workers:>8} {stage:>6} {search_s * 1000:>6.0f} ms {batch:>6} "
                      f"{100 * busy:>5.1f} % {rate:>9.0f}")


if __name__ == "__main__":
    main()
