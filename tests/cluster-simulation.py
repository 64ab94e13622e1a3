#!/usr/bin/env python3
"""cluster-simulation: what N workers make of one server, from measured figures. No clock, no chance
but a seeded one: the same arguments print the same tables.

    cluster-simulation.py TOGETHER ALONE BATCHED [PROCESSES ENGINES SEARCH_MS MEASURED]...

What tests/store-load measures, in jobs a second: 64 processes one job at a time, one process alone,
and 64 that claim and store 16 in a transaction. Then, as often as there are, what `search --run` has
really made of the fake engine, whose searches take that long: the simulation is held against it.

The server serves one transaction after the other, in the order of their coming; each takes it a
fixed time and a time for every job, of which TOGETHER and BATCHED are two equations. What ALONE
takes longer than that is on the way, and keeps nobody else waiting. A process has one connection
and does one thing at a time, but its engines search on while it waits."""
import heapq
import random
import sys

BATCH = 16
NODES_PER_S = 583_000  # the native engine's, on one core
STAGES = (("P0", 10_000), ("S0", 100_000), ("S1", 500_000), ("S2", 2_000_000))
MACHINE = 16  # engines
JOBS = 20_000  # of a simulation; the first quarter of them does not count


class Server:
    """What a transaction takes; half of a cycle, which is a claim and a result."""

    def __init__(self, together, alone, batched):
        self.each = max(0.0, (BATCH / batched - 1 / together) / (BATCH - 1)) / 2
        self.fixed = max(0.0, 1 / together / 2 - self.each)
        self.way = max(0.0, 1 / alone / 2 - self.fixed - self.each)
        self.free_at = 0.0

    def serve(self, at, jobs):
        """When the answer to what is asked at that time is there."""
        self.free_at = max(at, self.free_at) + self.fixed + jobs * self.each
        return self.free_at + self.way


class Process:
    """One connection: what waits for it, and what it has claimed ahead."""

    def __init__(self, engines):
        self.idle = engines  # that have no job
        self.ahead = 0  # jobs claimed for nobody yet
        self.found = 0  # results that are not stored
        self.busy = False  # a transaction is under way
        self.has_claimed = False  # by the last one


def next_transaction(process, batch):
    """(jobs claimed, results stored) by the process's next transaction; none where it has no need.
    One by one, as it is: first the engine gets its job, then the result is stored. Batched: before
    the jobs claimed ahead come to an end, and whatever was found goes with it."""
    if batch == 1 and process.found and (process.has_claimed or not process.idle):
        return 0, 1
    if batch == 1:
        return min(1, process.idle), 0
    wanted = process.idle + (batch if process.ahead < batch / 2 else 0)
    if wanted or process.found >= batch:
        return wanted, process.found
    return 0, 0


def simulate(server, processes, engines, search_s, batch):
    """(the share of the engines' time that goes into searching, jobs a second)."""
    chance = random.Random(20260918)
    all_processes = [Process(engines) for _ in range(processes)]
    events = []  # (time, number, process, jobs claimed, results stored); -1: a search has ended
    searched = now = 0.0
    ended = number = 0
    server.free_at = 0.0

    def begin_searches(process, spread):
        nonlocal searched, number
        while process.idle and process.ahead:
            length = search_s * chance.uniform(0.7, 1.3) * spread()
            process.idle -= 1
            process.ahead -= 1
            searched += length
            number += 1
            heapq.heappush(events, (now + length, number, process, -1, 0))

    def ask(process):
        nonlocal number
        claimed, stored = next_transaction(process, batch)
        if process.busy or not (claimed or stored):
            return
        process.busy = True
        process.has_claimed = claimed > 0
        process.found -= stored
        number += 1
        done = server.serve(now, claimed + stored)
        heapq.heappush(events, (done, number, process, claimed, stored))

    for process in all_processes:  # each begins somewhere in a search
        process.ahead = engines
        begin_searches(process, chance.random)
    def so_far():
        """Seconds, searches that have ended, and what all have searched, those in hand too."""
        left = sum(event[0] - now for event in events if event[3] < 0)
        return now, ended, searched - left

    before = None
    while ended < JOBS:
        if not before and ended >= JOBS // 4:
            before = so_far()
        now, _, process, claimed, _ = heapq.heappop(events)
        if claimed < 0:
            process.idle += 1
            process.found += 1
            ended += 1
        else:
            process.busy = False
            process.ahead += claimed
        begin_searches(process, lambda: 1.0)
        ask(process)
    seconds, jobs, spent = (a - b for a, b in zip(so_far(), before))
    return spent / (processes * engines * seconds), jobs / seconds


def compare(server, rows):
    """The simulation beside what `search --run` did."""
    print("processes engines a-search measured-jobs/s simulated measured-busy simulated")
    for at in range(0, len(rows), 4):
        processes, engines, search_ms, measured = (float(text) for text in rows[at : at + 4])
        search_s = search_ms / 1000
        busy, rate = simulate(server, int(processes), int(engines), search_s, 1)
        share = measured * search_s / (processes * engines)
        print(f"{processes:.0f} {engines:.0f} {search_ms:.0f} ms {measured:.0f} {rate:.0f} "
              f"{100 * share:.0f} % {100 * busy:.0f} %")


def main():
    together, alone, batched = (float(text) for text in sys.argv[1:4])
    server = Server(together, alone, batched)
    print(f"a transaction takes the server {server.fixed * 1000:.2f} ms and "
          f"{server.each * 1000:.2f} ms a job, and {server.way * 1000:.2f} ms are on the way")
    if sys.argv[4:]:
        compare(server, sys.argv[4:])
    print("share of the workers' time that goes into searching, and jobs a second")
    print(f"{'workers':>8} {'stage':>6} {'one each':>16} {f'{MACHINE} a process':>16} "
          f"{f'and batches of {BATCH}':>20}")
    for workers in (64, 256, 1000):
        for stage, nodes in STAGES:
            shown = []
            for engines, batch in ((1, 1), (MACHINE, 1), (MACHINE, BATCH)):
                processes = -(-workers // engines)
                busy, rate = simulate(server, processes, engines, nodes / NODES_PER_S, batch)
                shown.append(f"{100 * busy:.1f} % {rate:.0f}")
            print(f"{workers:>8} {stage:>6} {shown[0]:>16} {shown[1]:>16} {shown[2]:>20}")


if __name__ == "__main__":
    main()
