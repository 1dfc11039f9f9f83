#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0
"""Damage rules of the checker for what draws and dispatches bind; what runs has to show each.

Footprints do not count here (soundness -x): what is found is found because a probe program or a
block that draws has read or written memory of a stranger. Prints a line per rule with the number of streams
that it took, and the count of those that were found last. Exit status 0 if all were.
"""

import argparse
import glob
import hashlib
import os
import re
import shlex
import subprocess
import sys

STREAMS = 100000

# What is damaged, and how: file, what is there once, what comes in its place.
PLANTED = (
    ("a random access buffer ends one element late", "checker/rat.c",
     r"if \(last >= elements\)", "if (last > elements)"),
    ("DIM counts bytes", "checker/rat.c",
     r"num_elements\((run->in->buffers.*?),\s+bytes\);", r"num_elements(\1, 1);"),
    ("DIM is not looked at", "checker/rat.c",
     r"if \(last >= elements\)", "if (0)"),
    ("a random access buffer begins at its base", "checker/rat.c",
     r"\(\(u64\)r600_cs_value\(run, target->base\) << 8\)", "0"),
    ("a random access surface has one slice", "checker/rat.c",
     r"target->layers\)", "1)"),
    ("half of a random access surface counts", "checker/rat.c",
     r"(r600_cs_surface_bytes\(&target->surface,\s+target->layers\)),", r"\1 / 2,"),
    ("random access needs no right to write", "checker/rat.c",
     r"run->in->chip->group_bytes,\s+R600_CS_READ_WRITE\)",
     "run->in->chip->group_bytes, R600_CS_READ)"),
    ("a mailbox is not bounded", "checker/rat.c",
     r"\(u64\)run->in->chip->num_se \* MAILBOX_ELEMENTS \*", "0 *"),
    ("a mailbox is for one shader engine", "checker/rat.c",
     r"\(u64\)run->in->chip->num_se \* MAILBOX_ELEMENTS", "MAILBOX_ELEMENTS"),
    ("a mailbox has elements of a dword", "checker/rat.c",
     r"MAILBOX_ELEMENTS \*\s+target->surface.bytes", "MAILBOX_ELEMENTS * 4"),
    ("the unit of constant sizes is 16 bytes", "checker/work.c",
     r"\* CONSTANT_UNIT;", "* 16;"),
    ("sizes of constants are not looked at", "checker/work.c",
     r"access.size = \(u64\)r600_cs_value\(run, size\) \* CONSTANT_UNIT;", "access.size = 1;"),
    ("a vertex buffer ends one byte late", "checker/resource.c",
     r"buffer->size - offset - 1\)", "buffer->size - offset)"),
    ("a vertex buffer is not shortened", "checker/resource.c",
     r"min_t\(u64, word\[1\], buffer->size - offset - 1\)", "word[1]"),
    ("a texture has one slice", "checker/resource.c",
     r"tex.layers \* tex.depth\)", "1)"),
    ("the last level of a texture does not count", "checker/resource.c",
     r"for \(i = 1; i <= tex->last_level; i\+\+\)", "for (i = 1; i < tex->last_level; i++)"),
    ("levels of a texture are not padded", "checker/resource.c",
     r"max\(value >> level, 1u\)", "max(value >> level, 1u) / 2 + 1"),
    ("rows of smaller levels are not padded", "checker/resource.c",
     r"surface\.mode == R600_CS_LINEAR_GENERAL\) \{", "0) {"),
    ("layers of smaller levels are not padded", "checker/resource.c",
     r"minify\(tex->layers, 0\)", "tex->layers"),
    ("the unit of ring sizes is a dword", "checker/ring.c",
     r"\.size = \(u64\)ring_room\(ring\) \* RING_UNIT", ".size = (u64)ring->size * 4"),
    ("a target has one slice", "checker/target.c",
     r"(r600_cs_surface_bytes\(&target->surface,)\s+target->layers\)", r"\1 1)"),
    ("half of a target counts", "checker/target.c",
     r"(r600_cs_surface_bytes\(&target->surface,\s+target->layers\))", r"\1 / 2"),
    ("samples of a target do not count", "checker/target.c",
     r"surface->samples = 1u << log;", "surface->samples = 1;"),
    ("CMASK has one slice", "checker/target.c",
     r"r600_cs_cmask_bytes\(chip, all\), layers\)", "r600_cs_cmask_bytes(chip, all), 1)"),
    ("FMASK has one slice", "checker/target.c",
     r"r600_cs_surface_bytes\(&fmask, 1\), layers\)", "r600_cs_surface_bytes(&fmask, 1), 1)"),
    ("depth has one slice", "checker/depth.c",
     r"bytes \+= \(layers - 1\) \*", "bytes += 0 *"),
    ("HTILE has one slice", "checker/depth.c",
     r"(surface->width, surface->height,)\s+r600_cs_num_layers\(r600_cs_value\(run, DB_DEPTH_VIEW\)\)\)", r"\1 1)"),
    ("stream-out is counted in bytes", "checker/work.c",
     r"\(u64\)r600_cs_value\(run, size\) \* STRMOUT_SIZE_UNIT", "(u64)r600_cs_value(run, size)"),
    ("indices end one late", "checker/draw.c",
     r"(max\(max\(max_size, count\), 1u\))\) \*", r"\1 - 1) *"),
    ("scissors of a target are not looked at", "checker/target.c",
     r"!ret && run->draws", "0"),
    ("scissors of depth are not looked at", "checker/depth.c",
     r"ret = (r600_cs_check_scissors\(run, surface\.)", r"ret = 0 * \1"),
    ("scissors end two pixels late", "checker/scissor.c",
     r"x <= width &&", "x <= width + 2 &&"),
    ("scissors with bugs are accepted", "checker/scissor.c",
     r"if \(bug\)", "if (0)"),
    ("scissors end a row late", "checker/scissor.c",
     r"y <= height\)", "y <= height + 1)"),
    ("half of a ring between stages counts", "checker/ring.c",
     r"(bound\(run, base, \(u64\)ring_room\(ring\) \* RING_UNIT),", r"\1 / 2,"),
)


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("top", help="the project")
    parser.add_argument("out", help="where soundness has been built")
    parser.add_argument("model", nargs="+", help="object files of the model's side")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--match", default="", help="those with this in their name")
    parser.add_argument("--only", type=int, help="this many of them, others when the checker changes")
    return parser.parse_args()


def damage(top, name, pattern, replacement):
    """The text with one rule damaged; all of it has to be as this list knows it."""
    text, count = re.subn(pattern, replacement, open(f"{top}/{name}").read(), flags=re.S)
    if count != 1:
        sys.exit(f"{name} has {count} of {pattern}")
    return text


def build(top, out, model, name, text):
    """A soundness whose checker has another text of one file."""
    cc = [os.environ.get("CC", "cc"), *shlex.split(os.environ.get("CFLAGS", "-O2"))]
    os.makedirs(f"{out}/planted", exist_ok=True)
    source = f"{out}/planted/source.c"
    with open(source, "w") as file:
        file.write(text)
    subprocess.run([*cc, "-std=gnu11", "-w", f"-I{top}/tools/include", f"-I{top}",
                    "-iquote", f"{top}/checker", "-c", "-o", f"{out}/planted/source.o", source],
                   check=True)
    objects = glob.glob(f"{out}/checker-side/**/*.o", recursive=True)
    objects.remove(f"{out}/checker-side/{name[:-2]}.o")
    objects += model
    subprocess.run([*cc, "-o", f"{out}/planted/soundness", f"{out}/planted/source.o", *objects,
                    "-lm"], check=True)


def search(top, out, seed):
    """Whether something escapes, and what is said of it."""
    streams = sorted(glob.glob(f"{top}/tests/streams/*/*.txt"))
    text = subprocess.run([f"{out}/planted/soundness", "-x", "-E", "1", "-t", "600", "-n", str(STREAMS),
                           "-s", seed, "-o", f"{out}/planted",
                           "-p", f"{top}/tests/selftests/recordings", *streams],
                          stdout=subprocess.PIPE, check=False, text=True).stdout
    found = re.search(r"^ESCAPE \S+ (.*?)(;|$)", text, re.M)
    count = re.search(r"^(\d+) streams accepted", text, re.M)
    if not count:
        sys.exit("it ends too early")
    return bool(found), f"{count.group(1)} streams, {found.group(1) if found else 'nothing'}"


def main():
    args = options()
    rules = [(what, name, damage(args.top, name, pattern, replacement))
             for what, name, pattern, replacement in PLANTED if args.match in what]
    if args.only is not None:
        rules = sorted(rules, key=lambda rule: hashlib.sha256(rule[2].encode()).digest())[:args.only]
    passed = 0
    for number, (what, name, text) in enumerate(rules, 1):
        build(args.top, args.out, args.model, name, text)
        found, text = search(args.top, args.out, args.seed)
        passed += found
        print(f"{'ok' if found else 'not ok'} {number} - {what}: {text}", flush=True)
    print(f"{passed} passed, {len(rules) - passed} failed")
    return passed != len(rules)


sys.exit(main())
