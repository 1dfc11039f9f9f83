# SPDX-License-Identifier: MIT OR GPL-2.0
# Cayman and Aruba: each group turns its part of input 0 around, and output 0 has that
# times KC0[0].X plus KC0[0].Y, floats. KC0[1].X says how many threads a group has, KC0[1].Y
# at which byte of local memory the last one's dword is.
ALU addr:8 kmode0:1 count:2 barrier:1
TEX addr:12 barrier:1
ALU addr:16 kmode0:1 count:5 barrier:1
MEM_RAT_CACHELESS rat_id:0 rat_inst:20 type:1 rw_gpr:2 index_gpr:3 comp_mask:1 barrier:1
CF_END barrier:1

@8:
MULADD_UINT24 * T3.X, T1.X, KC0[1].X, T0.X
LSHL * T4.X, T0.X, literal.x
2, 0

@12:
VTX_FETCH type:2 buffer_id:0 src_gpr:3 dst_gpr:2 dst_sel_y:7 dst_sel_z:7 dst_sel_w:7 format:13 num_format:1 mega_count:3 mega:1

@16:
LDS_IDX_OP * T0.X, T4.X, T2.X, 0.0 lds_op:13
GROUP_BARRIER * T0.X write_mask:0
SUB_INT * T5.X, KC0[1].Y, T4.X
LDS_IDX_OP * T0.X, T5.X, 0.0, 0.0 lds_op:50
MOV * T2.X, OQAP
MULADD_IEEE * T2.X, T2.X, KC0[0].X, KC0[0].Y
