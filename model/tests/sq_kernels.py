# SPDX-License-Identifier: MIT OR GPL-2.0
"""Random kernels, in what OpenCL C and C have in common.

Written so that a chip and a host must agree to the bit: integers wrap (they are
unsigned where C would not have it), divisors are odd and numerators short (llc's
unsigned division is wrong for long ones), floats hold small multiples of 1/64, are cut
back before they grow, and are never divided. A float is not chosen where its negative is compared
with (of "3.0f < g ? g : -3.0f" llc makes the smaller of both). No array has a computed index but LDS,
whose reads and writes a barrier parts.
"""

import random

PRELUDE = """
#ifdef HOST
#define KERNEL void
#define GLOBAL
#define LOCAL_ARRAY(n) extern int shared_words[];
#define SHARED shared_words
#define BARRIER() host_barrier()
#define TID host_tid()
#define GID host_gid()
void host_barrier(void); int host_tid(void); int host_gid(void);
typedef unsigned int uint; typedef unsigned char uchar; typedef unsigned short ushort;
#else
#define KERNEL kernel void
#define GLOBAL global
#define LOCAL_ARRAY(n) local int shared_words[n];
#define SHARED shared_words
#define BARRIER() group_barrier()
#define TID __builtin_r600_read_tidig_x()
#define GID __builtin_r600_read_tgid_x()
__attribute__((convergent)) void group_barrier(void) __asm("llvm.r600.group.barrier");
#endif
"""

LANES = 64          # of a group
OUTPUTS = 8         # dwords for each lane


class Kernel:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.loops = 0
        self.budget = self.r.randint(6, 22)
        self.loop_depth = 0
        self.counters = []

    def integer(self, depth=0):
        r = self.r
        if depth > 2 or r.random() < 0.25:
            return r.choice(["a", "b", "c", "d", "n", "t", "%du" % r.choice(
                [0, 1, 2, 3, 5, 7, 31, 255, 4095, 65535, r.getrandbits(16), r.getrandbits(32)])])
        x, y = self.integer(depth + 1), self.integer(depth + 1)
        return r.choice([
            "(%s + %s)", "(%s - %s)", "(%s * %s)", "(%s & %s)", "(%s | %s)", "(%s ^ %s)",
            "(%s << (%s & 31u))", "(%s >> (%s & 31u))", "(uint)((int)%s >> (%s & 31u))",
            "((%s & 0xffffu) / (%s & 0xfffu | 1u))", "((%s & 0xffffu) %% (%s & 0xfffu | 1u))",
            "((%s & 0xffffffu) * (%s & 0xffffffu))", "(uint)((int)%s < (int)%s)", "(uint)(%s < %s)",
            "(uint)(((unsigned long)%s * (unsigned long)%s) >> 32)",
            "(uint)(((long)(int)%s * (long)(int)%s) >> 32)",
        ]) % (x, y) if r.random() < 0.8 else r.choice([
            "(%s ? %s : %s)", "((int)%s > 0 ? %s : %s)", "((%s & %s) | (~%s & b))",
        ]) % (x, y, self.integer(depth + 1)) if r.random() < 0.8 else r.choice([
            "(~%s)", "(uint)(int)(f * 0.0f + (float)(int)(%s & 0xfffu))", "(uint)(int)f + %s * 0u",
            "(uint)__builtin_popcount(%s)", "(uint)(int)(signed char)%s", "(uint)(ushort)%s",
            "((%s << 7) | (%s >> 25))",
        ]).replace("%s", x)

    def small(self):
        return "(%.6ff)" % (self.r.randint(-512, 512) / 64)

    def floating(self, depth=0):
        r = self.r
        if depth > 1 or r.random() < 0.2:
            return r.choice(["f", "g", self.small(), "(float)(int)(%s & 0x3ffu)" % self.integer(2)])
        x, y = self.floating(depth + 1), self.floating(depth + 1)
        return r.choice([
            "(%s + %s)", "(%s - %s)", "(%s * %s)", "(%s > %s ? f : g)", "(-(%s < %s ? g : f))",
            "(%s * %s + g)", "(__builtin_fabsf(%s) - %s)", "(__builtin_floorf(%s) + %s)",
            "(__builtin_truncf(%s) + %s)", "(__builtin_ceilf(%s) * %s)", "(%s == %s ? 1.0f : f)",
            "(%s >= %s ? 0.0f : 1.0f)", "(-(%s)) * %s",
        ]) % (x, y)

    def condition(self):
        r = self.r
        if r.random() < 0.3:
            return "%s %s %s" % (self.floating(1), r.choice(["<", ">", "<=", ">=", "==", "!="]),
                                 self.floating(1))
        kind = r.choice(["", "(int)"])
        return "%s%s %s %s%s" % (kind, self.integer(1), r.choice(["<", ">", "<=", ">=", "==", "!="]),
                                 kind, self.integer(1))

    def statement(self, indent, depth):
        r, pad = self.r, "\t" * indent
        self.budget -= 1
        choice = r.random()
        if depth < 4 and self.budget > 0 and choice < 0.22:
            text = "%sif (%s) {\n%s%s}" % (pad, self.condition(), self.block(indent + 1, depth + 1), pad)
            if r.random() < 0.5:
                text += " else {\n%s%s}" % (self.block(indent + 1, depth + 1), pad)
            return text + "\n"
        if depth < 4 and self.budget > 0 and self.loop_depth < 2 and choice < 0.34:
            self.loops += 1
            name = "i%d" % self.loops
            self.loop_depth += 1
            bound = r.choice(["%du" % r.randint(1, 6), "(t & 7u)", "(%s & 7u)" % self.integer(2)])
            body = self.block(indent + 1, depth + 1)
            if r.random() < 0.5:
                body += "%s\tif (%s) %s;\n" % (pad, self.condition(), r.choice(["break", "continue"]))
                body += self.block(indent + 1, depth + 1)
            self.loop_depth -= 1
            return "%sfor (uint %s = 0; %s < %s; %s++) {\n%s%s}\n" % (
                pad, name, name, bound, name, body, pad)
        if choice < 0.55:
            name = r.choice(["f", "g"])
            return "%s%s = %s;\n%sif (%s > 1024.0f || %s < -1024.0f) %s = %s;\n%s%s = (float)(int)(%s * 64.0f) * 0.015625f;\n" % (
                pad, name, self.floating(), pad, name, name, name, self.small(), pad, name, name)
        if choice < 0.60:
            return "%s%s ^= in[(%s) & 63u];\n" % (pad, r.choice("abcd"), self.integer(1))
        if depth == 0 and choice < 0.70:
            return ("%sSHARED[t] = (int)%s;\n%sBARRIER();\n%s%s += (uint)SHARED[%s & 63u];\n%sBARRIER();\n" % (
                pad, self.integer(1), pad, pad, r.choice("abcd"), self.integer(2), pad))
        return "%s%s = %s;\n" % (pad, r.choice("abcd"), self.integer())

    def block(self, indent, depth):
        return "".join(self.statement(indent, depth) for _ in range(self.r.randint(1, 3)))

    def source(self, name):
        body = ""
        while self.budget > 0:
            body += self.statement(1, 0)
        r = self.r
        stores = ["a", "b", "c", "d", "as.u", "bs.u"]
        text = "KERNEL %s(GLOBAL uint *out, GLOBAL const uint *in, uint n, GLOBAL uchar *bytes, GLOBAL ushort *shorts)\n{\n" % name
        text += "\tLOCAL_ARRAY(64)\n" if "SHARED" in body else ""
        text += "\tuint t = TID, at = GID * 64 + t;\n\tuint a = in[t], b = t * 3u + n, c = in[t ^ 5u] >> 3, d = n;\n"
        text += "\tfloat f = (float)(int)(a & 0xffu) * 0.25f, g = (float)(int)t;\n"
        text += "\tunion { float f; uint u; } as, bs;\n"
        text += body + "\tas.f = f;\n\tbs.f = g;\n"
        for i, s in enumerate(stores):
            text += "\tout[at * 8 + %d] = %s;\n" % (i, s)
        if r.random() < 0.4:
            text += "\tbytes[at] = (uchar)a;\n"
        if r.random() < 0.4:
            text += "\tshorts[at] = (ushort)c;\n"
        return text + "}\n"


def module(seed, count):
    return PRELUDE + "".join(Kernel("%d/%d" % (seed, i)).source("k%d" % i) for i in range(count))
