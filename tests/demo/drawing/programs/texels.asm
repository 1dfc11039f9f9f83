# SPDX-License-Identifier: MIT OR GPL-2.0
# The pixel has the color of texture 0 where the first two values between the vertices
# say, which count texels.
ALU addr:4 count:3 barrier:1
TEX addr:8 barrier:1
EXPORT_DONE rw_gpr:1 sel_y:1 sel_z:2 sel_w:3 eop:1 barrier:1

@4:
INTERP_XY T1.X, T0.Y, PARAM[0].X bank_swizzle:5
INTERP_XY T1.Y, T0.X, PARAM[0].X bank_swizzle:5
INTERP_XY T1.Z, T0.Y, PARAM[0].X write_mask:0 bank_swizzle:5
INTERP_XY * T1.W, T0.X, PARAM[0].X write_mask:0 bank_swizzle:5

@8:
SAMPLE buffer_id:0 src_gpr:1 dst_gpr:1 dst_sel_y:1 dst_sel_z:2 dst_sel_w:3 src_sel_y:1 src_sel_z:4 src_sel_w:4
