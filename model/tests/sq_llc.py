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
import sq_compile

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


class Counts:
    compared = differ = refused = lines = wrong = 0


def compare(disasm, chip, base, counts):
    done = subprocess.run([disasm, "-c", chip, "-l", "-w", base + ".o"], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    own = own_text(done.stdout)
    if done.returncode:
        counts.wrong += 1
        print(done.stderr, end="")
    for name, expected in llc_text(base + ".s").items():
        counts.compared += 1
        counts.lines += len(expected)
        found = own.get(name, [])
        if found == expected:
            continue
        counts.differ += 1
        for e, f in zip(expected, found + [""] * len(expected)):
            if e != f and counts.differ < 10:
                print("%s %s:\n  llc  %s\n  here %s" % (chip, name, e, f))
                break


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("disasm")
    parser.add_argument("--kernels", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    counts = {chip: Counts() for chip in sq_compile.CHIPS}
    for at in range(0, args.kernels, sq_compile.PER_MODULE):
        with tempfile.TemporaryDirectory() as directory:
            module = sq_compile.Module(args.seed + at, min(sq_compile.PER_MODULE, args.kernels - at), directory)
            for chip in sq_compile.CHIPS:
                for base, names in module.programs(chip, ("obj", "asm")):
                    if base:
                        compare(args.disasm, chip, base, counts[chip])
                    else:
                        counts[chip].refused += len(names)
    for chip, c in counts.items():
        print("%s: %d kernels, %d lines; %d differ, %d modules are wrong, llc refused %d" %
              (chip, c.compared, c.lines, c.differ, c.wrong, c.refused))
    return any(c.differ or c.wrong or c.compared + c.refused < args.kernels for c in counts.values())


if __name__ == "__main__":
    sys.exit(main())
