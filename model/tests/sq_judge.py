#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0
"""Runs random kernels in the model, as llc compiled them, and on the host, and compares.

    sq_judge.py SQ_RUN [--kernels N] [--seed N] [--keep DIRECTORY]

The host's compiler gets the same text. A kernel that llc refuses is counted and left out.
With --keep what differs stays in a directory, with source, object and library.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sq_llc

HOST = ["cc", "-x", "c", "-DHOST", "-O1", "-w", "-fwrapv", "-ffp-contract=off", "-fno-strict-aliasing",
        "-shared", "-fPIC"]


def run(sq_run, base, chip, seed):
    """Number of kernels that differ; what is said about them."""
    subprocess.run(HOST + [base + ".cl", "-o", base + ".so"], check=True)
    done = subprocess.run([sq_run, chip, base + ".o", base + ".so", str(seed)], text=True, timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines = done.stdout.splitlines()
    if done.returncode not in (0, 1) or not lines:
        return None, lines + ["sq_run ended with %d" % done.returncode]
    return int(lines[-1].split()[2]), lines[:-1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sq_run")
    parser.add_argument("--kernels", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    args = parser.parse_args()
    failed = False
    for chip in sq_llc.CHIPS:
        compared = differ = refused = 0
        with tempfile.TemporaryDirectory() as directory:
            for base, n, bad in sq_llc.modules(args.seed, args.kernels, chip, directory, ("obj",)):
                refused += bad
                if not n:
                    continue
                compared += n
                bad, lines = run(args.sq_run, base, chip, args.seed)
                for line in lines:
                    print("%s %s: %s" % (chip, os.path.basename(base), line))
                failed |= bad is None
                differ += bad or 0
                if bad and args.keep:
                    os.makedirs(args.keep, exist_ok=True)
                    for end in (".cl", ".o", ".so"):
                        shutil.copy(base + end, args.keep)
        print("%s: %d kernels ran, %d differ, llc refused %d" % (chip, compared, differ, refused))
        failed |= differ > 0 or compared + refused < args.kernels
    return failed


if __name__ == "__main__":
    sys.exit(main())
