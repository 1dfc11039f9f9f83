# SPDX-License-Identifier: MIT OR GPL-2.0
# All pixels have the color KC0[0], which is computed a long way: 384 times x = x / 2 + KC0[0] / 2,
# with all slots of the ALU busy; the fifth, which Cayman has not, has X once more.
# How much a card computes at most is measured with it.
ALU addr:28 kmode0:1 count:8 barrier:1
.repeat 24
.evergreen ALU addr:38 count:79 barrier:1
.cayman ALU addr:38 count:63 barrier:1
.end
.evergreen ALU addr:118 barrier:1
.cayman ALU addr:102 barrier:1
EXPORT_DONE rw_gpr:1 sel_y:1 sel_z:2 sel_w:3 eop:1 barrier:1

@28:
MUL T0.X, KC0[0].X, 0.5
MUL T0.Y, KC0[0].Y, 0.5
MUL T0.Z, KC0[0].Z, 0.5
MUL * T0.W, KC0[0].W, 0.5
MUL T1.X, KC0[0].X, 0.5
MUL T1.Y, KC0[0].Y, 0.5
MUL T1.Z, KC0[0].Z, 0.5
MUL * T1.W, KC0[0].W, 0.5
MUL * T2.X, KC0[0].X, 0.5

@38:
.repeat 16
MULADD T1.X, T1.X, 0.5, T0.X
MULADD T1.Y, T1.Y, 0.5, T0.Y
MULADD T1.Z, T1.Z, 0.5, T0.Z
.cayman MULADD * T1.W, T1.W, 0.5, T0.W
.evergreen MULADD T1.W, T1.W, 0.5, T0.W
.evergreen MULADD * T2.X, T2.X, 0.5, T0.X bank_swizzle:1
.end

.evergreen @118:
.cayman @102:
MAX * T1.X, T1.X, T2.X
