#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0
"""Compares the disassembler's text with llc's, word for word, for random kernels.

    sq_llc.py DISASM [--kernels N] [--seed N]

Every object is also disassembled to own text; llc knows nothing of that one.
A kernel that llc refuses is counted and left out.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sq_kernels

CHIPS = ("cypress", "cayman")
CLANG = ["clang", "-target", "r600", "-O2", "-x", "cl", "-cl-std=CL1.2", "-w", "-ffp-contract=off"]


def compile_module(source, chip, base, kinds):
    """Object, text or both of one module, or None if the compiler refuses."""
    with open(base + ".cl", "w") as f:
        f.write(source)
    steps = [CLANG + ["-mcpu=" + chip, "-emit-llvm", "-c", base + ".cl", "-o", base + ".bc"]]
    for kind in kinds:
        steps.append(["llc", "-march=r600", "-mcpu=" + chip, "-filetype=" + kind, base + ".bc",
                      "-o", base + {"obj": ".o", "asm": ".s"}[kind]])
    for step in steps:
        try:
            done = subprocess.run(step, stderr=subprocess.PIPE, timeout=120)
        except subprocess.TimeoutExpired:
            return None
        if done.returncode:
            if step[0] == "clang":
                sys.exit(done.stderr.decode())
            return None
    return base


def words(line):
    """The words of a line. llc prints some negative literals with a sign and others without."""
    line = re.sub(r"(?<![\w.])-?\d+(?=\()", lambda m: str(int(m.group()) % 2**32), line.split(";")[0])
    return re.sub(r"\s+", " ", line).strip()


def llc_text(path):
    """name -> lines of its program"""
    kernels, name = {}, None
    for line in open(path):
        label = re.match(r"(k\d+):", line)
        if label:
            name = label.group(1)
            kernels[name] = []
        elif name and line.startswith(".Lfunc_end"):
            name = None
        elif name and words(line) and not re.match(r"\s*\.|\S+:", line):
            kernels[name].append(words(line))
    return kernels


def own_text(text):
    kernels, name = {}, None
    for line in text.splitlines():
        label = re.match(r"(k\d+):$", line)
        if label:
            name = label.group(1)
            kernels[name] = []
        else:
            kernels[name].append(words(line))
    return kernels


def modules(seed, count, chip, directory, kinds=("obj", "asm")):
    """(base, kernels, refused) for each module that compiles; a refused one is cut in pieces."""
    per = 20
    for at in range(0, count, per):
        n = min(per, count - at)
        base = os.path.join(directory, "%s-%d" % (chip, at))
        if compile_module(sq_kernels.module(seed + at, n), chip, base, kinds):
            yield base, n, 0
            continue
        for i in range(n):
            one = sq_kernels.PRELUDE + sq_kernels.Kernel("%d/%d" % (seed + at, i)).source("k%d" % i)
            base = os.path.join(directory, "%s-%d" % (chip, at + i))
            good = compile_module(one, chip, base, kinds)
            yield base, 1 if good else 0, 0 if good else 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("disasm")
    parser.add_argument("--kernels", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    failed = False
    for chip in CHIPS:
        compared = differ = refused = lines = 0
        with tempfile.TemporaryDirectory() as directory:
            for base, n, bad in modules(args.seed, args.kernels, chip, directory):
                refused += bad
                if not n:
                    continue
                llc = llc_text(base + ".s")
                done = subprocess.run([args.disasm, "-c", chip, "-l", base + ".o"], text=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                own = own_text(done.stdout)
                if done.returncode:
                    print(done.stderr, end="")
                for name, expected in llc.items():
                    compared += 1
                    lines += len(expected)
                    found = own.get(name, [])
                    if found == expected:
                        continue
                    differ += 1
                    for e, f in zip(expected, found + [""] * len(expected)):
                        if e != f and differ < 10:
                            print("%s %s:\n  llc  %s\n  here %s" % (chip, name, e, f))
                            break
        print("%s: %d kernels, %d lines; %d differ, llc refused %d" % (chip, compared, lines, differ, refused))
        failed |= differ > 0 or compared + refused < args.kernels
    return failed


if __name__ == "__main__":
    sys.exit(main())
