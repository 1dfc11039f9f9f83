# SPDX-License-Identifier: MIT OR GPL-2.0
# As the program "vertex", but the position is multiplied by the matrix whose rows are
# KC0[0] to KC0[3].
TEX addr:6 count:1 barrier:1
ALU addr:10 kmode0:1 count:15 barrier:1
EXPORT_DONE array_base:60 type:1 rw_gpr:3 sel_y:1 sel_z:2 sel_w:3 barrier:1
EXPORT_DONE type:2 rw_gpr:2 sel_y:1 sel_z:2 sel_w:3 eop:1 barrier:1

@6:
VTX_FETCH buffer_id:0 src_gpr:0 dst_gpr:1 dst_sel_y:1 dst_sel_z:2 dst_sel_w:3 format:35 is_signed:1 mega_count:15 mega:1
VTX_FETCH buffer_id:0 src_gpr:0 dst_gpr:2 dst_sel_y:1 dst_sel_z:2 dst_sel_w:3 format:35 is_signed:1 offset:16 mega_count:15 mega:1

@10:
DOT4_IEEE T3.X, T1.X, KC0[0].X
DOT4_IEEE T3.Y, T1.Y, KC0[0].Y write_mask:0
DOT4_IEEE T3.Z, T1.Z, KC0[0].Z write_mask:0
DOT4_IEEE * T3.W, T1.W, KC0[0].W write_mask:0
DOT4_IEEE T3.X, T1.X, KC0[1].X write_mask:0
DOT4_IEEE T3.Y, T1.Y, KC0[1].Y
DOT4_IEEE T3.Z, T1.Z, KC0[1].Z write_mask:0
DOT4_IEEE * T3.W, T1.W, KC0[1].W write_mask:0
DOT4_IEEE T3.X, T1.X, KC0[2].X write_mask:0
DOT4_IEEE T3.Y, T1.Y, KC0[2].Y write_mask:0
DOT4_IEEE T3.Z, T1.Z, KC0[2].Z
DOT4_IEEE * T3.W, T1.W, KC0[2].W write_mask:0
DOT4_IEEE T3.X, T1.X, KC0[3].X write_mask:0
DOT4_IEEE T3.Y, T1.Y, KC0[3].Y write_mask:0
DOT4_IEEE T3.Z, T1.Z, KC0[3].Z write_mask:0
DOT4_IEEE * T3.W, T1.W, KC0[3].W
