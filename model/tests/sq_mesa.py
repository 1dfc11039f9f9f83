#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0
"""Programs that unmodified Mesa compiles from piglit's shaders, decoded and assembled again.

    sq_mesa.py TOOLS PIGLIT SHIM [--generated N] [--every N] [--keep DIRECTORY]

TOOLS has evergreen-disasm and evergreen-asm, PIGLIT piglit's shader_test files, SHIM is the
library that makes a render node of nothing, on which Mesa compiles but nothing runs (package
mesa-drm-shim). R600_DEBUG has Mesa print each program: places, words, and what it calls the
instruction. Of each program that was not seen before

  - all is decoded,
  - evergreen-asm makes the same words of the text,
  - operations have the names that Mesa gives them, but for those of NAMES.

All files that piglit's authors wrote are compiled, and every 20th (--generated) of those that
a program generated.
"""

import argparse
import collections
import glob
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

CHIPS = ("cypress", "cayman")
RUNNER = "/usr/lib/x86_64-linux-gnu/piglit/bin/shader_runner"
ENVIRONMENT = {
    "MESA_LOADER_DRIVER_OVERRIDE": "r600", "MESA_SHADER_CACHE_DISABLE": "true",
    "PIGLIT_PLATFORM": "surfaceless_egl", "R600_DEBUG": "vs,tcs,tes,gs,ps,cs,fs",
}
PER_RUN = 20
SECONDS = 120
# A place, one to three words, in an ALU group its number and the slot, and the name.
LINE = re.compile(r" ?(\d{4,})((?: [0-9A-F]{8}){1,3})(?: +\d+)?(?: +[xyzwt]:[A-Z]*)? +(\S+)?")
# What Mesa calls otherwise than AMD does; of operations of LDS and GDS our text has a number.
NAMES = {
    "RET": "RETURN", "VFETCH": "VTX_FETCH", "LSHL_INT": "LSHL", "LSHR_INT": "LSHR", "ASHR_INT": "ASHR",
    "READ_SCRATCH": "MEM_READ", "TF_WRITE": "GDS_OP", "LOOP_END": "END_LOOP",
    "ALU_EXT": "ALU_EXTENDED", "LOOP_CONTINUE": "CONTINUE",
}


def own_name(name):
    for prefix, own in ("LDS_", "LDS_IDX_OP"), ("GDS_", "GDS_OP"):
        if name.startswith(prefix):
            return own
    return NAMES.get(name, name)


class Program:
    """@names counts what Mesa calls its instructions."""

    def __init__(self, dwords):
        self.dwords = [0] * dwords
        self.names = collections.Counter()

    def add(self, at, words, name):
        self.dwords[at:at + len(words)] = words
        if name and name != "NOP" and len(words) > 1:
            self.names[own_name(name.removesuffix("_sat"))] += 1

    def bytes(self):
        return struct.pack("<%dI" % len(self.dwords), *self.dwords)


def programs(lines):
    """Those of a dump. What Mesa does not print are words of zeros, which align clauses."""
    program = None
    for line in lines:
        if line.startswith("bytecode "):
            program = Program(int(line.split()[1]))
            continue
        found = program and LINE.match(line)
        if found:
            program.add(int(found.group(1)), [int(w, 16) for w in found.group(2).split()], found.group(3))
        elif program and not line.startswith("shader "):
            yield program
            program = None


def compile_files(chip, piglit, shim, files):
    """What Mesa prints for them. A file of which shader_runner dies is passed over."""
    env = dict(os.environ, RADEON_GPU_ID=chip.upper(), LD_PRELOAD=shim, **ENVIRONMENT)
    while files:
        with tempfile.TemporaryFile("w+", errors="replace") as out:
            try:
                subprocess.run([RUNNER] + files[:PER_RUN] + ["-auto", "-fbo", "-report-subtests"], cwd=piglit, env=env,
                               stdout=subprocess.DEVNULL, stderr=out, timeout=SECONDS)
            except subprocess.TimeoutExpired:
                pass
            out.seek(0)
            lines = out.read().splitlines()
        yield lines
        files = files[max(1, len({line for line in lines if line.startswith("PIGLIT TEST: ")})):]


def names_of(text):
    """The first words of lines that are instructions; padding is NOPs, which Mesa does not print."""
    return collections.Counter(line.split()[0] for line in text.splitlines()
                               if line.startswith("\t") and not line.startswith(("\t0x", "\tNOP")))


def judge(tools, chip, program, directory):
    """What is wrong with it, if anything is, and its text."""
    words, text, again = (os.path.join(directory, name) for name in ("words", "text", "again"))
    with open(words, "wb") as f:
        f.write(program.bytes())
    with open(text, "w") as f:
        done = subprocess.run([tools + "/evergreen-disasm", "-c", chip, words], stdout=f, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        return done.stderr.strip()
    done = subprocess.run([tools + "/evergreen-asm", "-c", chip, "-o", again, text], stderr=subprocess.PIPE, text=True)
    if done.returncode:
        return done.stderr.strip()
    with open(again, "rb") as f:
        if f.read() != program.bytes():
            return "other words of its text"
    with open(text) as f:
        names = names_of(f.read())
    if names != program.names:
        return "Mesa has %s where there are %s" % (sorted(program.names - names), sorted(names - program.names))
    return None


class Judge:
    def __init__(self, args, chip):
        self.args, self.chip = args, chip
        self.seen = set()
        self.words = 0
        self.bad = collections.Counter()

    def see(self, program, directory):
        if program.bytes() in self.seen:
            return
        self.seen.add(program.bytes())
        self.words += len(program.dwords)
        bad = judge(self.args.tools, self.chip, program, directory)
        if not bad:
            return
        self.bad[bad] += 1
        if self.bad[bad] == 1 and sum(1 for n in self.bad.values()) < 50:
            print("%s: %s" % (self.chip, bad), flush=True)
        if self.args.keep:
            os.makedirs(self.args.keep, exist_ok=True)
            shutil.copy(os.path.join(directory, "words"),
                        "%s/%s-%d" % (self.args.keep, self.chip, len(self.seen)))

    def all(self, files):
        with tempfile.TemporaryDirectory() as directory:
            for lines in compile_files(self.chip, self.args.piglit, self.args.shim, files):
                for program in programs(lines):
                    self.see(program, directory)
        print("%s: %d files, %d programs, %d words; %d are wrong" %
              (self.chip, len(files), len(self.seen), self.words, sum(self.bad.values())), flush=True)
        return len(self.seen) > 0 and not self.bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tools")
    parser.add_argument("piglit", type=os.path.abspath)
    parser.add_argument("shim", type=os.path.abspath)
    parser.add_argument("--generated", type=int, default=20)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--keep")
    args = parser.parse_args()
    find = lambda top: sorted(glob.glob(top + "/**/*.shader_test", root_dir=args.piglit, recursive=True))
    files = find("tests") + find("generated_tests")[::args.generated]
    results = [Judge(args, chip).all(files[::args.every]) for chip in CHIPS]
    return not all(results)


if __name__ == "__main__":
    sys.exit(main())
