# SPDX-License-Identifier: MIT OR GPL-2.0
# Evergreen, Barts, Turks and Caicos: output 0 [i] = input 0 [i] + input 1 [i], floats.
# A group has 64 threads. T0.X is the thread's number in its group, T1.X the group's.
ALU addr:8 count:2 barrier:1
TEX addr:12 count:1 barrier:1
ALU addr:16 barrier:1
MEM_RAT_CACHELESS rat_id:0 rat_inst:2 type:1 rw_gpr:2 index_gpr:3 comp_mask:1 barrier:1 eop:1

@8:
LSHL * T3.X, T1.X, literal.x
6, 0
ADD_INT * T3.X, T3.X, T0.X

@12:
VTX_FETCH type:2 buffer_id:0 src_gpr:3 dst_gpr:2 dst_sel_y:7 dst_sel_z:7 dst_sel_w:7 format:13 num_format:1 mega_count:3 mega:1
VTX_FETCH type:2 buffer_id:1 src_gpr:3 dst_gpr:4 dst_sel_y:7 dst_sel_z:7 dst_sel_w:7 format:13 num_format:1 mega_count:3 mega:1

@16:
ADD * T2.X, T2.X, T4.X
