# SPDX-License-Identifier: MIT OR GPL-2.0
# The pixel has the color between those of the vertices. T0.X and T0.Y say where it is.
ALU addr:4 count:7 barrier:1
EXPORT_DONE rw_gpr:1 sel_y:1 sel_z:2 sel_w:3 eop:1 barrier:1

@4:
INTERP_ZW T1.X, T0.Y, PARAM[0].X write_mask:0 bank_swizzle:5
INTERP_ZW T1.Y, T0.X, PARAM[0].X write_mask:0 bank_swizzle:5
INTERP_ZW T1.Z, T0.Y, PARAM[0].X bank_swizzle:5
INTERP_ZW * T1.W, T0.X, PARAM[0].X bank_swizzle:5
INTERP_XY T1.X, T0.Y, PARAM[0].X bank_swizzle:5
INTERP_XY T1.Y, T0.X, PARAM[0].X bank_swizzle:5
INTERP_XY T1.Z, T0.Y, PARAM[0].X write_mask:0 bank_swizzle:5
INTERP_XY * T1.W, T0.X, PARAM[0].X write_mask:0 bank_swizzle:5
