#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0
"""Cases for the surface arithmetic of the checker, computed the other way round.

The checker multiplies; this places every element of a surface at its address,
tile by tile as the hardware does, and looks at the last byte. Prints a table for
checker_surfaces:

    mode pipes group bytes samples split banks bankw bankh aspect
    width height layers   width_align height_align base_align size

The fields from split to aspect are logarithms as in registers. Surfaces are one
or two macro tiles wide and high.
"""

import itertools


def micro(mode, case, width, height):
    """Address of each tile of a 1D tiled slice, in row order."""
    tile = 64 * case["bytes"] * case["samples"]
    for y in range(height // 8):
        for x in range(width // 8):
            yield (y * (width // 8) + x) * tile, tile


def macro(mode, case, width, height):
    """Address of each tile of a 2D tiled slice: macro tile, bank, pipe, tile."""
    pipes, banks = case["pipes"], 2 << case["banks"]
    bankw, bankh = 1 << case["bankw"], 1 << case["bankh"]
    aspect = 1 << case["aspect"]
    tile = 64 * case["bytes"] * case["samples"]
    part = min(tile, 64 << case["split"])
    mw, mh = bankw * pipes * aspect, bankh * banks // aspect
    slice_bytes = (width // 8) * (height // 8) * part
    for y in range(height // 8):
        for x in range(width // 8):
            at = ((y // mh) * (width // 8 // mw) + x // mw) * mw * mh * part
            pipe, bx = x % pipes, x // pipes % bankw
            by = y % bankh
            bank = (x // (pipes * bankw) % aspect) * (mh // bankh) + y // bankh % (mh // bankh)
            at += ((bank * pipes + pipe) * bankh * bankw + by * bankw + bx) * part
            for k in range(tile // part):
                yield k * slice_bytes + at, part


def linear(mode, case, width, height):
    size = case["bytes"] * case["samples"]
    for y in range(height):
        yield y * width * size, width * size


PLACES = {0: linear, 1: linear, 2: micro, 4: macro}


def aligns(mode, case):
    """Elements that fill an interleave, tiles that fill a macro tile."""
    group, size = case["group"], case["bytes"] * case["samples"]
    if mode == 0:
        return 1, 1, 256
    if mode == 1:
        return max(64, group // case["bytes"]), 1, group
    if mode == 2:
        width = 8
        while width * 8 * size < group:
            width *= 2
        return width, 8, group
    mw = case["pipes"] << case["bankw"] << case["aspect"]
    mh = (2 << case["banks"] << case["bankh"]) >> case["aspect"]
    part = min(64 * size, 64 << case["split"])
    banks = case["pipes"] * (2 << case["banks"])
    return 8 * mw, 8 * mh, max(mw * mh * part, banks * group)


def cases():
    tilings = itertools.product((0, 4, 6), (1, 2, 3), (0, 1), (0, 2), (0, 1))
    for i, (split, banks, bankw, bankh, aspect) in enumerate(tilings):
        yield 4, dict(pipes=1 << i % 4, group=256 << i % 2,
                      bytes=(1, 2, 4, 8, 16)[i % 5], samples=1 << i // 3 % 4,
                      split=split, banks=banks, bankw=bankw, bankh=bankh,
                      aspect=aspect)
    for mode, size, samples, group in itertools.product(
            (0, 1, 2), (1, 2, 4, 8, 16), (1, 4), (256, 512)):
        yield mode, dict(pipes=8, group=group, bytes=size, samples=samples,
                         split=0, banks=2, bankw=0, bankh=0, aspect=0)


def main():
    for i, (mode, case) in enumerate(cases()):
        wa, ha, ba = aligns(mode, case)
        width, height, layers = wa * (1 + i % 2), ha * (1 + i // 2 % 2), 1 + i % 3
        spans = sorted(PLACES[mode](mode, case, width, height))
        end = 0
        for at, size in spans:      # no two tiles at one place, no gap
            assert at == end, (mode, case, at, end)
            end = at + size
        print(mode, *case.values(), width, height, layers, wa, ha, ba, end * layers)


main()
