# SPDX-License-Identifier: MIT OR GPL-2.0
"""Modules of random kernels, compiled for the chips.

The compilers' optimisers take nearly all of a judge's time, so a module is optimised once, for
no chip in particular, and llc makes each chip's program of it. Levels take turns: the same
kind of loop comes unrolled and as a loop. For one kernel that llc refuses it gives up the whole
module, but says which it was: that one is left to be tried alone, on the other chip, too.
"""

import os
import re
import subprocess
import sys

import sq_kernels

CHIPS = ("cypress", "cayman")
PER_MODULE = 64
CLANG = ["clang", "-target", "r600", "-x", "cl", "-cl-std=CL1.2", "-w", "-ffp-contract=off",
         "-fno-vectorize", "-fno-slp-vectorize", "-emit-llvm", "-c"]
# A time that is over is an error like others, so that llc says where it was.
LLC = ["timeout", "--signal=ABRT", "--kill-after=10", "120", "llc", "-march=r600"]
# Of clang and of llc.
LEVELS = (
    (["-O2"], "-O2"),
    (["-O1", "-fno-unroll-loops"], "-O1"),
    (["-O2", "-fno-unroll-loops"], "-O1"),
    (["-O1"], "-O1"),
)
ENDS = {"obj": ".o", "asm": ".s"}


class Module:
    """Kernels of a seed; base + ".cl" is their text, base + ".bc" what is left of it."""

    def __init__(self, seed, count, directory):
        self.names = ["k%d" % i for i in range(count)]
        self.alone = []
        self.base = os.path.join(directory, "m%d" % seed)
        with open(self.base + ".cl", "w") as f:
            f.write(sq_kernels.module(seed, count))
        level, self.llc = LEVELS[seed // PER_MODULE % len(LEVELS)]
        subprocess.run(CLANG + level + [self.base + ".cl", "-o", self.base + ".bc"], check=True)

    def programs(self, chip, kinds=("obj",)):
        """Base and names of each piece that llc takes; without a base if it refuses."""
        base = "%s-%s" % (self.base, chip)
        while self.names:
            refused = self._compile(chip, kinds, self.base + ".bc", base)
            if not refused:
                yield base, self.names
                break
            self._leave_alone(refused)
        for name in self.alone:
            base = "%s-%s-%s" % (self.base, chip, name)
            refused = self._compile(chip, kinds, "%s-%s.bc" % (self.base, name), base)
            yield None if refused else base, [name]

    def _leave_alone(self, name):
        self.names.remove(name)
        self.alone.append(name)
        bitcode = self.base + ".bc"
        extract = ["llvm-extract", bitcode, "--func=" + name]
        subprocess.run(extract + ["-o", "%s-%s.bc" % (self.base, name)], check=True)
        subprocess.run(extract + ["--delete", "-o", bitcode], check=True)

    def _compile(self, chip, kinds, bitcode, base):
        """The name of the kernel that llc dies of, if any."""
        for kind in kinds:
            command = LLC + ["-mcpu=" + chip, self.llc, "-filetype=" + kind, bitcode, "-o", base + ENDS[kind]]
            if llc(command).returncode:
                return dies_of(command)
        return None


def llc(command):
    return subprocess.run(command, text=True, stderr=subprocess.PIPE,
                          env=dict(os.environ, LLVM_DISABLE_SYMBOLIZATION="1"))


def dies_of(command):
    """The last function that a pass was begun for."""
    said = llc(command + ["-debug-pass=Executions"]).stderr
    begun = re.findall(r"on Function '(k\d+)'", said)
    return begun[-1] if begun else sys.exit(said)
