#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0
"""Runs random kernels in the model, as llc compiled them, and on the host, and compares.

    sq_judge.py SQ_RUN [--kernels N] [--seed N] [--keep DIRECTORY] [--every N]

Each kernel runs on each kind of chip. The host's compiler gets the same text, and does not
optimise it. A kernel that llc refuses is counted and left out. With --keep what differs stays
in a directory, with source, object and library; with --every the counts are told each N kernels.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sq_compile

HOST = ["clang", "-x", "c", "-DHOST", "-O0", "-w", "-fwrapv", "-ffp-contract=off", "-fno-strict-aliasing",
        "-shared", "-fPIC"]


class Counts:
    compared = differ = refused = broken = 0

    def text(self, chip):
        return "%s: %d kernels ran, %d differ, llc refused %d" % (chip, self.compared, self.differ, self.refused)


def run(args, chip, base, library, counts):
    """One object; what differs is told, counted and kept."""
    done = subprocess.run([args.sq_run, chip, base + ".o", library, str(args.seed)], text=True, timeout=600,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines = done.stdout.splitlines()
    if done.returncode not in (0, 1) or not lines:
        counts.broken += 1
        lines.append("sq_run ended with %d" % done.returncode)
    else:
        kernels, differ = lines.pop().split()[0:3:2]
        counts.compared += int(kernels)
        counts.differ += int(differ)
    for line in lines:
        print("%s %s: %s" % (chip, os.path.basename(base), line))
    if lines and args.keep:
        os.makedirs(args.keep, exist_ok=True)
        for name in base + ".o", library, library[:-3] + ".cl":
            shutil.copy(name, args.keep)


def judge(args, at, counts):
    """A module, on each chip."""
    with tempfile.TemporaryDirectory() as directory:
        module = sq_compile.Module(args.seed + at, min(sq_compile.PER_MODULE, args.kernels - at), directory)
        library = module.base + ".so"
        subprocess.run(HOST + [module.base + ".cl", "-o", library], check=True)
        for chip in sq_compile.CHIPS:
            for base, names in module.programs(chip):
                if base:
                    run(args, chip, base, library, counts[chip])
                else:
                    counts[chip].refused += len(names)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sq_run")
    parser.add_argument("--kernels", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--every", type=int)
    args = parser.parse_args()
    counts = {chip: Counts() for chip in sq_compile.CHIPS}
    for at in range(0, args.kernels, sq_compile.PER_MODULE):
        judge(args, at, counts)
        done = at + sq_compile.PER_MODULE
        if args.every and done // args.every > at // args.every and done < args.kernels:
            print("; ".join(c.text(chip) for chip, c in counts.items()), flush=True)
    for chip, c in counts.items():
        print(c.text(chip))
    return any(c.differ or c.broken or c.compared + c.refused < args.kernels for c in counts.values())


if __name__ == "__main__":
    sys.exit(main())
