# SPDX-License-Identifier: MIT OR GPL-2.0
# All pixels have the color KC0[0].
ALU addr:4 kmode0:1 count:3 barrier:1
EXPORT_DONE rw_gpr:0 sel_y:1 sel_z:2 sel_w:3 eop:1 barrier:1

@4:
MOV T0.X, KC0[0].X
MOV T0.Y, KC0[0].Y
MOV T0.Z, KC0[0].Z
MOV * T0.W, KC0[0].W
