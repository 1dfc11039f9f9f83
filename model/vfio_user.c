// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: vfio-user server
 *
 * Exactly one message is read at a time: 16 bytes of header, then the payload
 * that it announces. A larger read could merge messages and attach a file
 * descriptor to the wrong one, as QEMU sends bursts without waiting.
 *
 * A message that is well framed but makes no sense gets an error reply and the
 * connection goes on; a broken frame ends the connection, as nothing behind it
 * can be trusted. Descriptors that a message does not want are closed.
 *
 * Not offered: I/O descriptors for registers, dirty tracking, migration,
 * multiple writes in one message. Source: the vfio-user specification in QEMU's
 * documentation, and what QEMU 11.1 was seen to send.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "bus.h"
#include "vfio_user.h"

#define TEXT(x)		#x
#define AS_TEXT(x)	TEXT(x)

#define MAX_DATA	(1u << 20)
#define MAX_MESSAGE	(MAX_DATA + 4096u)
#define MAX_FDS		8

enum command {
	CMD_VERSION = 1, CMD_DMA_MAP, CMD_DMA_UNMAP, CMD_DEVICE_INFO, CMD_REGION_INFO,
	CMD_REGION_FDS, CMD_IRQ_INFO, CMD_SET_IRQS, CMD_REGION_READ, CMD_REGION_WRITE,
	CMD_RESET = 13, CMD_COUNT
};

#define TYPE_MASK	0xfu
#define TYPE_COMMAND	0u
#define TYPE_REPLY	1u
#define FLAG_NO_REPLY	0x10u
#define FLAG_ERROR	0x20u

struct header {
	uint16_t id, command;
	uint32_t size, flags, error;
};

struct message {
	struct header header;
	uint8_t *data;			/* header.size - 16 bytes */
	size_t len;
	int fds[MAX_FDS];
	unsigned int n_fds;
};

struct reply {
	uint8_t *data;
	size_t len;
	int fd;
};

struct server {
	const struct vu_ops *ops;
	void *opaque;
};

static void close_fds(struct message *msg)
{
	for (unsigned int i = 0; i < msg->n_fds; i++)
		if (msg->fds[i] >= 0)
			close(msg->fds[i]);
	msg->n_fds = 0;
}

/* The first descriptor, which the caller then owns; -1 if none came. */
static int take_fd(struct message *msg)
{
	int fd = -1;

	if (msg->n_fds) {
		fd = msg->fds[0];
		msg->fds[0] = -1;
	}
	return fd;
}

static void keep_fds(struct message *msg, struct msghdr *hdr)
{
	for (struct cmsghdr *c = CMSG_FIRSTHDR(hdr); c; c = CMSG_NXTHDR(hdr, c)) {
		size_t n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);

		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
			continue;
		for (size_t i = 0; i < n; i++) {
			int fd;

			memcpy(&fd, CMSG_DATA(c) + i * sizeof(int), sizeof(int));
			if (msg->n_fds < MAX_FDS)
				msg->fds[msg->n_fds++] = fd;
			else
				close(fd);
		}
	}
}

/* All of @len bytes, and the descriptors that come along. */
static enum vu_result read_all(int sock, void *buf, size_t len, struct message *msg)
{
	uint8_t *p = buf;
	size_t left = len;

	while (left) {
		union {
			char buf[CMSG_SPACE(MAX_FDS * sizeof(int))];
			struct cmsghdr align;
		} control;
		struct iovec iov = { p, left };
		struct msghdr hdr = {
			.msg_iov = &iov, .msg_iovlen = 1,
			.msg_control = control.buf, .msg_controllen = sizeof(control.buf),
		};
		ssize_t n = recvmsg(sock, &hdr, MSG_CMSG_CLOEXEC);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n == 0 && left == len ? VU_EOF : VU_BROKEN;
		keep_fds(msg, &hdr);
		p += n;
		left -= (size_t)n;
	}
	return VU_OK;
}

static bool send_reply(int sock, const struct header *to, const struct reply *reply, int error)
{
	struct header header = {
		.id = to->id, .command = to->command,
		.size = (uint32_t)(sizeof(header) + (error ? 0 : reply->len)),
		.flags = TYPE_REPLY | (error ? FLAG_ERROR : 0), .error = (uint32_t)error,
	};
	struct iovec iov[2] = {
		{ &header, sizeof(header) }, { reply->data, error ? 0 : reply->len },
	};
	union {
		char buf[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} control = { 0 };
	struct msghdr hdr = { .msg_iov = iov, .msg_iovlen = 2 };
	ssize_t n;

	if (reply->fd >= 0 && !error) {
		hdr.msg_control = control.buf;
		hdr.msg_controllen = sizeof(control.buf);
		control.align = (struct cmsghdr){
			.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS,
			.cmsg_len = CMSG_LEN(sizeof(int)),
		};
		memcpy(CMSG_DATA(&control.align), &reply->fd, sizeof(int));
	}
	n = sendmsg(sock, &hdr, MSG_NOSIGNAL);
	/* The socket blocks, so a short write means that the peer is gone. */
	return n == (ssize_t)header.size;
}

static uint32_t get32(const struct message *msg, size_t at)
{
	uint32_t v;

	memcpy(&v, msg->data + at, sizeof(v));
	return v;
}

static uint64_t get64(const struct message *msg, size_t at)
{
	uint64_t v;

	memcpy(&v, msg->data + at, sizeof(v));
	return v;
}

/* The first @len bytes of the reply repeat the request; the rest is zero. */
static uint8_t *echo(struct reply *reply, const struct message *msg, size_t len, size_t total)
{
	reply->data = calloc(1, total);
	if (!reply->data)
		return NULL;
	memcpy(reply->data, msg->data, len);
	reply->len = total;
	return reply->data;
}

static int do_version(struct server *server, struct message *msg, struct reply *reply)
{
	static const char json[] =
		"{\"capabilities\":{\"max_msg_fds\":8,\"max_data_xfer_size\":1048576,"
		"\"max_dma_maps\":" AS_TEXT(BUS_MOST_MAPS) "}}";
	uint8_t *p;

	(void)server;
	if (msg->data[0] || msg->data[1])
		return ENOTSUP;
	p = echo(reply, msg, 0, 4 + sizeof(json));
	if (!p)
		return ENOMEM;
	memcpy(p + 4, json, sizeof(json));
	return 0;
}

static int do_dma_map(struct server *server, struct message *msg, struct reply *reply)
{
	uint64_t offset = get64(msg, 8), iova = get64(msg, 16), size = get64(msg, 24);
	uint32_t flags = get32(msg, 4);

	(void)reply;
	if (!size || size - 1 > UINT64_MAX - iova)
		return EINVAL;
	return server->ops->dma_map(server->opaque, iova, size, take_fd(msg), offset, flags & 2);
}

static int do_dma_unmap(struct server *server, struct message *msg, struct reply *reply)
{
	uint64_t iova = get64(msg, 8), size = get64(msg, 16);
	bool all = get32(msg, 4) & 2;

	if (!all && (!size || size - 1 > UINT64_MAX - iova))
		return EINVAL;
	server->ops->dma_unmap(server->opaque, iova, size, all);
	return echo(reply, msg, 24, 24) ? 0 : ENOMEM;
}

static int do_device_info(struct server *server, struct message *msg, struct reply *reply)
{
	const uint32_t info[4] = { 16, 3, VU_REGIONS, VU_IRQS };	/* flags: reset, pci */
	uint8_t *p = echo(reply, msg, 0, sizeof(info));

	(void)server;
	if (!p)
		return ENOMEM;
	memcpy(p, info, sizeof(info));
	return 0;
}

static int do_region_info(struct server *server, struct message *msg, struct reply *reply)
{
	struct vu_region_info info = { .fd = -1 };
	uint32_t index = get32(msg, 8);
	uint32_t head[4] = { 32, 0, index, 0 };
	uint8_t *p;

	if (index >= VU_REGIONS)
		return EINVAL;
	server->ops->region_info(server->opaque, index, &info);
	if (info.size)
		head[1] = 1u | (info.writable ? 2u : 0) | (info.mmap ? 4u : 0);
	p = echo(reply, msg, 0, 32);
	if (!p)
		return ENOMEM;
	memcpy(p, head, sizeof(head));
	memcpy(p + 16, &info.size, sizeof(info.size));
	if (info.mmap)
		reply->fd = info.fd;
	return 0;
}

static int do_irq_info(struct server *server, struct message *msg, struct reply *reply)
{
	/* eventfd, maskable, automasked; eventfd, no resize */
	static const uint32_t flags[VU_IRQS] = { 7, 9, 0, 9, 9 };
	static const uint32_t counts[VU_IRQS] = { 1, 1, 0, 1, 1 };
	uint32_t index = get32(msg, 8);
	uint8_t *p;

	(void)server;
	if (index >= VU_IRQS)
		return EINVAL;
	p = echo(reply, msg, 0, 16);
	if (!p)
		return ENOMEM;
	memcpy(p, (uint32_t[]){ 16, flags[index], index, counts[index] }, 16);
	return 0;
}

#define IRQ_DATA_NONE		0x01u
#define IRQ_DATA_EVENTFD	0x04u
#define IRQ_ACTION_UNMASK	0x10u
#define IRQ_ACTION_TRIGGER	0x20u

static int do_set_irqs(struct server *server, struct message *msg, struct reply *reply)
{
	uint32_t flags = get32(msg, 4), index = get32(msg, 8), count = get32(msg, 16);

	(void)reply;
	if (index >= VU_IRQS || get32(msg, 12) || count > 1)
		return EINVAL;
	if (flags == (IRQ_DATA_EVENTFD | IRQ_ACTION_TRIGGER) && count)
		server->ops->set_irq(server->opaque, index, take_fd(msg));
	else if (flags == (IRQ_DATA_NONE | IRQ_ACTION_TRIGGER) && !count)
		server->ops->set_irq(server->opaque, index, -1);
	else if (flags & IRQ_ACTION_UNMASK)
		server->ops->unmask_irq(server->opaque, index);
	return 0;
}

static int do_region_read(struct server *server, struct message *msg, struct reply *reply)
{
	uint64_t offset = get64(msg, 0);
	uint32_t region = get32(msg, 8), count = get32(msg, 12);
	uint8_t *p;

	if (region >= VU_REGIONS || count > MAX_DATA)
		return EINVAL;
	p = echo(reply, msg, 16, 16 + (size_t)count);
	if (!p)
		return ENOMEM;
	return server->ops->region_read(server->opaque, region, offset, p + 16, count) ? 0 : EINVAL;
}

static int do_region_write(struct server *server, struct message *msg, struct reply *reply)
{
	uint64_t offset = get64(msg, 0);
	uint32_t region = get32(msg, 8), count = get32(msg, 12);

	if (region >= VU_REGIONS || count != msg->len - 16)
		return EINVAL;
	if (!server->ops->region_write(server->opaque, region, offset, msg->data + 16, count))
		return EINVAL;
	return echo(reply, msg, 16, 16) ? 0 : ENOMEM;
}

static int do_reset(struct server *server, struct message *msg, struct reply *reply)
{
	(void)msg;
	(void)reply;
	server->ops->reset(server->opaque);
	return 0;
}

static const struct {
	int (*run)(struct server *server, struct message *msg, struct reply *reply);
	size_t min_len;
} commands[CMD_COUNT] = {
	[CMD_VERSION] = { do_version, 4 },
	[CMD_DMA_MAP] = { do_dma_map, 32 },
	[CMD_DMA_UNMAP] = { do_dma_unmap, 24 },
	[CMD_DEVICE_INFO] = { do_device_info, 0 },
	[CMD_REGION_INFO] = { do_region_info, 16 },
	[CMD_IRQ_INFO] = { do_irq_info, 12 },
	[CMD_SET_IRQS] = { do_set_irqs, 20 },
	[CMD_REGION_READ] = { do_region_read, 16 },
	[CMD_REGION_WRITE] = { do_region_write, 16 },
	[CMD_RESET] = { do_reset, 0 },
};

static int run_command(struct server *server, struct message *msg, struct reply *reply)
{
	uint16_t command = msg->header.command;

	if (command >= CMD_COUNT || !commands[command].run)
		return ENOSYS;
	if (msg->len < commands[command].min_len)
		return EINVAL;
	return commands[command].run(server, msg, reply);
}

static enum vu_result read_message(int sock, struct message *msg)
{
	enum vu_result result = read_all(sock, &msg->header, sizeof(msg->header), msg);
	size_t size = msg->header.size;

	if (result != VU_OK)
		return result;
	if (size < sizeof(msg->header) || size > MAX_MESSAGE ||
	    (msg->header.flags & TYPE_MASK) != TYPE_COMMAND) {
		fprintf(stderr, "model: vfio-user: bad header: command %u, size %u, flags 0x%x\n",
			msg->header.command, msg->header.size, msg->header.flags);
		return VU_BROKEN;
	}
	msg->len = size - sizeof(msg->header);
	msg->data = malloc(msg->len ? msg->len : 1);
	if (!msg->data)
		return VU_BROKEN;
	if (!msg->len)
		return VU_OK;
	return read_all(sock, msg->data, msg->len, msg) == VU_OK ? VU_OK : VU_BROKEN;
}

enum vu_result vu_serve_one(int sock, const struct vu_ops *ops, void *opaque)
{
	struct server server = { ops, opaque };
	struct message msg = { 0 };
	struct reply reply = { .fd = -1 };
	enum vu_result result = read_message(sock, &msg);
	int error;

	if (result == VU_OK) {
		error = run_command(&server, &msg, &reply);
		if (error)
			fprintf(stderr, "model: vfio-user: command %u of %zu bytes refused: %s\n",
				msg.header.command, msg.len, strerror(error));
		if (!(msg.header.flags & FLAG_NO_REPLY) &&
		    !send_reply(sock, &msg.header, &reply, error))
			result = VU_BROKEN;
	}
	close_fds(&msg);
	free(msg.data);
	free(reply.data);
	return result;
}
