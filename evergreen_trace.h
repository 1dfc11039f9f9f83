/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM evergreen

#if !defined(EVERGREEN_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define EVERGREEN_TRACE_H

#include <linux/tracepoint.h>

#include "r600_cs_checker.h"

/* A job, from the ioctl to the card's report. The sequence number is the ring's. */
DECLARE_EVENT_CLASS(evergreen_job,
	TP_PROTO(const char *ring, u64 client, u64 seq, u64 ib_addr, u32 ib_dw),
	TP_ARGS(ring, client, seq, ib_addr, ib_dw),
	TP_STRUCT__entry(
		__string(ring, ring)
		__field(u64, client)
		__field(u64, seq)
		__field(u64, ib_addr)
		__field(u32, ib_dw)
	),
	TP_fast_assign(
		__assign_str(ring);
		__entry->client = client;
		__entry->seq = seq;
		__entry->ib_addr = ib_addr;
		__entry->ib_dw = ib_dw;
	),
	TP_printk("ring=%s client=%llu seq=%llu ib=0x%llx dwords=%u",
		  __get_str(ring), __entry->client, __entry->seq,
		  __entry->ib_addr, __entry->ib_dw)
);

DEFINE_EVENT(evergreen_job, evergreen_submit,
	TP_PROTO(const char *ring, u64 client, u64 seq, u64 ib_addr, u32 ib_dw),
	TP_ARGS(ring, client, seq, ib_addr, ib_dw)
);

DEFINE_EVENT(evergreen_job, evergreen_run,
	TP_PROTO(const char *ring, u64 client, u64 seq, u64 ib_addr, u32 ib_dw),
	TP_ARGS(ring, client, seq, ib_addr, ib_dw)
);

DEFINE_EVENT(evergreen_job, evergreen_free,
	TP_PROTO(const char *ring, u64 client, u64 seq, u64 ib_addr, u32 ib_dw),
	TP_ARGS(ring, client, seq, ib_addr, ib_dw)
);

TRACE_EVENT(evergreen_fence_signal,
	TP_PROTO(const char *ring, u64 seq, int error),
	TP_ARGS(ring, seq, error),
	TP_STRUCT__entry(
		__string(ring, ring)
		__field(u64, seq)
		__field(int, error)
	),
	TP_fast_assign(
		__assign_str(ring);
		__entry->seq = seq;
		__entry->error = error;
	),
	TP_printk("ring=%s seq=%llu error=%d", __get_str(ring), __entry->seq,
		  __entry->error)
);

/* Contents that change place, or a clear, and who does it. */
TRACE_EVENT(evergreen_move,
	TP_PROTO(const char *what, bool to_vram, u64 bytes, const char *by),
	TP_ARGS(what, to_vram, bytes, by),
	TP_STRUCT__entry(
		__string(what, what)
		__field(bool, to_vram)
		__field(u64, bytes)
		__string(by, by)
	),
	TP_fast_assign(
		__assign_str(what);
		__entry->to_vram = to_vram;
		__entry->bytes = bytes;
		__assign_str(by);
	),
	TP_printk("%s to=%s bytes=%llu by=%s", __get_str(what),
		  __entry->to_vram ? "vram" : "system", __entry->bytes, __get_str(by))
);

/* Strings of a report are constants of the checker, which outlive the event. */
TRACE_EVENT(evergreen_refuse,
	TP_PROTO(u64 client, const struct r600_cs_report *report),
	TP_ARGS(client, report),
	TP_STRUCT__entry(
		__field(u64, client)
		__field(u32, dw)
		__field(u32, header)
		__string(packet, report->packet ? report->packet : "unknown packet")
		__string(field, report->field ? report->field : "header")
		__string(rule, report->rule ? report->rule : "")
		__field(u64, value)
		__field(u64, limit)
	),
	TP_fast_assign(
		__entry->client = client;
		__entry->dw = report->dw;
		__entry->header = report->header;
		__assign_str(packet);
		__assign_str(field);
		__assign_str(rule);
		__entry->value = report->value;
		__entry->limit = report->limit;
	),
	TP_printk("client=%llu dword=%u packet=\"%s\" header=0x%08x field=\"%s\" value=0x%llx rule=\"%s\" limit=0x%llx",
		  __entry->client, __entry->dw, __get_str(packet), __entry->header,
		  __get_str(field), __entry->value, __get_str(rule), __entry->limit)
);

/* A client's address space; addresses and sizes in bytes. */
DECLARE_EVENT_CLASS(evergreen_vm_range,
	TP_PROTO(u64 client, u64 addr, u64 size, u64 access),
	TP_ARGS(client, addr, size, access),
	TP_STRUCT__entry(
		__field(u64, client)
		__field(u64, addr)
		__field(u64, size)
		__field(u64, access)
	),
	TP_fast_assign(
		__entry->client = client;
		__entry->addr = addr;
		__entry->size = size;
		__entry->access = access;
	),
	TP_printk("client=%llu addr=0x%llx size=0x%llx access=0x%llx", __entry->client,
		  __entry->addr, __entry->size, __entry->access)
);

DEFINE_EVENT(evergreen_vm_range, evergreen_vm_map,
	TP_PROTO(u64 client, u64 addr, u64 size, u64 access),
	TP_ARGS(client, addr, size, access)
);

DEFINE_EVENT(evergreen_vm_range, evergreen_vm_unmap,
	TP_PROTO(u64 client, u64 addr, u64 size, u64 access),
	TP_ARGS(client, addr, size, access)
);

TRACE_EVENT(evergreen_vm_flush,
	TP_PROTO(const char *ring, u64 client, u32 vmid, u64 directory),
	TP_ARGS(ring, client, vmid, directory),
	TP_STRUCT__entry(
		__string(ring, ring)
		__field(u64, client)
		__field(u32, vmid)
		__field(u64, directory)
	),
	TP_fast_assign(
		__assign_str(ring);
		__entry->client = client;
		__entry->vmid = vmid;
		__entry->directory = directory;
	),
	TP_printk("ring=%s client=%llu vmid=%u directory=0x%llx", __get_str(ring),
		  __entry->client, __entry->vmid, __entry->directory)
);

TRACE_EVENT(evergreen_vm_fault,
	TP_PROTO(u64 client, u32 vmid, u64 addr, bool write, const char *block),
	TP_ARGS(client, vmid, addr, write, block),
	TP_STRUCT__entry(
		__field(u64, client)
		__field(u32, vmid)
		__field(u64, addr)
		__field(bool, write)
		__string(block, block)
	),
	TP_fast_assign(
		__entry->client = client;
		__entry->vmid = vmid;
		__entry->addr = addr;
		__entry->write = write;
		__assign_str(block);
	),
	TP_printk("client=%llu vmid=%u %s addr=0x%llx block=%s", __entry->client,
		  __entry->vmid, __entry->write ? "write" : "read", __entry->addr,
		  __get_str(block))
);

TRACE_EVENT(evergreen_reset,
	TP_PROTO(const char *ring, u64 guilty_seq, int result),
	TP_ARGS(ring, guilty_seq, result),
	TP_STRUCT__entry(
		__string(ring, ring)
		__field(u64, guilty_seq)
		__field(int, result)
	),
	TP_fast_assign(
		__assign_str(ring);
		__entry->guilty_seq = guilty_seq;
		__entry->result = result;
	),
	TP_printk("ring=%s guilty_seq=%llu result=%d", __get_str(ring),
		  __entry->guilty_seq, __entry->result)
);

TRACE_EVENT(evergreen_reset_level,
	TP_PROTO(const char *level, int result),
	TP_ARGS(level, result),
	TP_STRUCT__entry(
		__string(level, level)
		__field(int, result)
	),
	TP_fast_assign(
		__assign_str(level);
		__entry->result = result;
	),
	TP_printk("level=\"%s\" result=%d", __get_str(level), __entry->result)
);

/* Register accesses; offsets in bytes. */
TRACE_EVENT(evergreen_mmio,
	TP_PROTO(bool write, u32 reg, u32 val),
	TP_ARGS(write, reg, val),
	TP_STRUCT__entry(
		__field(bool, write)
		__field(u32, reg)
		__field(u32, val)
	),
	TP_fast_assign(
		__entry->write = write;
		__entry->reg = reg;
		__entry->val = val;
	),
	TP_printk("%s 0x%05x 0x%08x", __entry->write ? "write" : "read",
		  __entry->reg, __entry->val)
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE evergreen_trace
#include <trace/define_trace.h>
