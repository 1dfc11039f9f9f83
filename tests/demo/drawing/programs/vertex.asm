# SPDX-License-Identifier: MIT OR GPL-2.0
# A vertex, whose number is T0.X, is eight floats in buffer 0: where it is, and four values
# that pixels get between vertices.
TEX addr:4 count:1 barrier:1
EXPORT_DONE array_base:60 type:1 rw_gpr:1 sel_y:1 sel_z:2 sel_w:3 barrier:1
EXPORT_DONE type:2 rw_gpr:2 sel_y:1 sel_z:2 sel_w:3 eop:1 barrier:1

@4:
VTX_FETCH buffer_id:0 src_gpr:0 dst_gpr:1 dst_sel_y:1 dst_sel_z:2 dst_sel_w:3 format:35 is_signed:1 mega_count:15 mega:1
VTX_FETCH buffer_id:0 src_gpr:0 dst_gpr:2 dst_sel_y:1 dst_sel_z:2 dst_sel_w:3 format:35 is_signed:1 offset:16 mega_count:15 mega:1
