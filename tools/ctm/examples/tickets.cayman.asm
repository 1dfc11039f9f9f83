# SPDX-License-Identifier: MIT OR GPL-2.0
# Cayman and Aruba: each thread draws a ticket. Output 0 has the number of the next
# one; the atomic operation on it returns the old one to input 8, where the thread finds it
# (--returns 0=8), and stores it in output 1. A group has 64 threads.
ALU addr:8 count:5 barrier:1
MEM_RAT rat_id:0 rat_inst:39 type:3 rw_gpr:2 index_gpr:4 comp_mask:15 mark:1 barrier:1
WAIT_ACK barrier:1
TEX addr:14 barrier:1
MEM_RAT_CACHELESS rat_id:1 rat_inst:20 type:1 rw_gpr:5 index_gpr:3 comp_mask:1 barrier:1
CF_END barrier:1

@8:
LSHL * T3.X, T1.X, literal.x
6, 0
ADD_INT * T3.X, T3.X, T0.X
MOV * T2.X, 1
MOV * T2.Y, T3.X
MOV * T4.X, 0.0

@14:
VTX_FETCH type:2 buffer_id:8 src_gpr:3 dst_gpr:5 dst_sel_y:7 dst_sel_z:7 dst_sel_w:7 format:13 num_format:1 mega_count:3 mega:1
