// SPDX-License-Identifier: MIT OR GPL-2.0
/* The vfio-user server: framing, replies, descriptors, what is refused. */
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "test_card.h"
#include "vfio_user.h"

#define NO_REPLY 0x10
#define TAKEN 0x300000	/* the device has something there */

struct header {
	uint16_t id, command;
	uint32_t size, flags, error;
};

/* What the device behind the server was told. */
static struct {
	unsigned int maps, unmaps, resets, writes, unmasks;
	uint64_t iova, size;
	int map_fd, irq_fd, irq;
	uint8_t reg[16];
} seen;

static void region_info(void *opaque, unsigned int region, struct vu_region_info *info)
{
	(void)opaque;
	if (region == VU_BAR0)
		*info = (struct vu_region_info){ 4096, true, true, STDOUT_FILENO };
	if (region == VU_BAR2)
		info->size = sizeof(seen.reg);
}

static bool region_read(void *opaque, unsigned int region, uint64_t offset, void *buf, size_t len)
{
	(void)opaque;
	if (region != VU_BAR2 || offset > sizeof(seen.reg) || len > sizeof(seen.reg) - offset)
		return false;
	memcpy(buf, seen.reg + offset, len);
	return true;
}

static bool region_write(void *opaque, unsigned int region, uint64_t offset, const void *buf,
			 size_t len)
{
	(void)opaque;
	if (region != VU_BAR2 || offset > sizeof(seen.reg) || len > sizeof(seen.reg) - offset)
		return false;
	memcpy(seen.reg + offset, buf, len);
	seen.writes++;
	return true;
}

static int dma_map(void *opaque, uint64_t iova, uint64_t size, int fd, uint64_t offset,
		   bool writable)
{
	(void)opaque;
	(void)offset;
	(void)writable;
	seen.maps++;
	seen.iova = iova;
	seen.size = size;
	seen.map_fd = fd;
	if (fd >= 0)
		close(fd);
	return iova == TAKEN ? EEXIST : 0;
}

static void dma_unmap(void *opaque, uint64_t iova, uint64_t size, bool all)
{
	(void)opaque;
	(void)iova;
	(void)size;
	seen.unmaps += all ? 100 : 1;
}

static void set_irq(void *opaque, unsigned int irq, int fd)
{
	(void)opaque;
	seen.irq = (int)irq;
	seen.irq_fd = fd;
	if (fd >= 0)
		close(fd);
}

static void unmask_irq(void *opaque, unsigned int irq)
{
	(void)opaque;
	(void)irq;
	seen.unmasks++;
}

static void reset(void *opaque)
{
	(void)opaque;
	seen.resets++;
}

static const struct vu_ops ops = {
	region_info, region_read, region_write, dma_map, dma_unmap, set_irq, unmask_irq, reset,
};

static int pair[2];

static void put(const void *data, size_t len, int fd)
{
	struct iovec iov = { (void *)data, len };
	union {
		char buf[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} control = { 0 };
	struct msghdr hdr = { .msg_iov = &iov, .msg_iovlen = 1 };

	if (fd >= 0) {
		hdr.msg_control = control.buf;
		hdr.msg_controllen = sizeof(control.buf);
		control.align = (struct cmsghdr){
			.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS,
			.cmsg_len = CMSG_LEN(sizeof(int)),
		};
		memcpy(CMSG_DATA(&control.align), &fd, sizeof(int));
	}
	if (sendmsg(pair[0], &hdr, 0) != (ssize_t)len)
		abort();
}

static void send_command(uint16_t command, uint32_t flags, const void *data, size_t len, int fd)
{
	struct header h = { 7, command, (uint32_t)(sizeof(h) + len), flags, 0 };
	uint8_t buf[256];

	memcpy(buf, &h, sizeof(h));
	if (len)
		memcpy(buf + sizeof(h), data, len);
	put(buf, sizeof(h) + len, fd);
}

/* The reply's payload length, or minus its error; -1000 when there is none. */
static int get_reply(uint8_t *data, size_t max)
{
	struct header h;
	ssize_t n = recv(pair[0], &h, sizeof(h), MSG_DONTWAIT);

	if (n != sizeof(h) || h.id != 7)
		return -1000;
	if (h.flags & 0x20)
		return -(int)h.error;
	if (h.size - sizeof(h) > max)
		abort();
	return h.size > sizeof(h) ? (int)recv(pair[0], data, h.size - sizeof(h), 0) : 0;
}

/* Send a command, serve it, take the reply. */
static int call(uint16_t command, const void *data, size_t len, uint8_t *reply)
{
	uint8_t scratch[4096];

	send_command(command, 0, data, len, -1);
	if (vu_serve_one(pair[1], &ops, NULL) != VU_OK)
		return -2000;
	return get_reply(reply ? reply : scratch, sizeof(scratch));
}

static void test_questions(void)
{
	uint8_t reply[4096];

	check(call(1, (uint8_t[]){ 0, 0, 1, 0 }, 4, reply) > 20 && reply[0] == 0 && reply[4] == '{',
	      "version");
	check(strstr((const char *)reply + 4, "\"max_dma_maps\":4096"), "how much memory there may be");
	check(call(1, (uint8_t[]){ 1, 0, 0, 0 }, 4, reply) == -ENOTSUP, "no other version");
	check(call(4, NULL, 0, reply) == 16 && reply[4] == 3 && reply[8] == 9 && reply[12] == 5,
	      "device info");
	check(call(5, (uint32_t[]){ 32, 0, 2, 0 }, 16, reply) == 32 && reply[16] == 16,
	      "region info");
	check(call(5, (uint32_t[]){ 32, 0, 9, 0 }, 16, reply) == -EINVAL, "no such region");
	check(call(7, (uint32_t[]){ 16, 0, 1, 0 }, 16, reply) == 16 && reply[4] == 9 &&
	      reply[12] == 1, "irq info");
	check(call(7, (uint32_t[]){ 16, 0, 5, 0 }, 16, reply) == -EINVAL, "no such irq");
}

static void test_accesses(void)
{
	const uint32_t write[] = { 4, 0, VU_BAR2, 4, 0xcafe };
	const uint32_t read[] = { 4, 0, VU_BAR2, 4 };
	uint8_t reply[4096];

	check(call(10, write, sizeof(write), reply) == 16 && seen.reg[4] == 0xfe, "write");
	check(call(9, read, sizeof(read), reply) == 20 && reply[16] == 0xfe && reply[17] == 0xca,
	      "read");
	send_command(10, NO_REPLY, write, sizeof(write), -1);
	check(vu_serve_one(pair[1], &ops, NULL) == VU_OK && get_reply(reply, 0) == -1000 &&
	      seen.writes == 2, "a posted write has no reply");
	check(call(10, write, sizeof(write) - 1, NULL) == -EINVAL, "write shorter than it says");
	check(call(9, (uint32_t[]){ 14, 0, VU_BAR2, 4 }, 16, NULL) == -EINVAL, "past the region");
	check(call(9, (uint32_t[]){ 0, 0, VU_BAR2, 2u << 20 }, 16, NULL) == -EINVAL, "too much");
	check(call(9, (uint32_t[]){ 0, 0, 77, 4 }, 16, NULL) == -EINVAL, "region 77");
	check(call(9, read, 12, NULL) == -EINVAL, "a request that is too short");
}

static void test_memory(void)
{
	const uint64_t map[] = { 3ull << 32 | 32, 0, 0x100000, 0x1000 };
	const uint64_t wraps[] = { 3ull << 32 | 32, 0, 0xfffffffffffff000, 0x2000 };
	const uint64_t empty[] = { 3ull << 32 | 32, 0, 0x1000, 0 };
	const uint64_t taken[] = { 3ull << 32 | 32, 0, TAKEN, 0x1000 };
	uint64_t unmap[] = { 24, 0x100000, 0x1000 };
	uint8_t reply[4096];

	check(call(2, map, sizeof(map), NULL) == 0 && seen.iova == 0x100000 && seen.map_fd == -1,
	      "a map without memory");
	send_command(2, 0, map, sizeof(map), STDERR_FILENO);
	send_command(2, 0, map, sizeof(map), -1);
	check(vu_serve_one(pair[1], &ops, NULL) == VU_OK && seen.map_fd >= 0,
	      "in a burst, a descriptor comes with its own message");
	check(vu_serve_one(pair[1], &ops, NULL) == VU_OK && seen.map_fd == -1, "not with the next");
	check(get_reply(reply, 0) == 0 && get_reply(reply, 0) == 0, "both are answered");
	check(call(2, wraps, sizeof(wraps), NULL) == -EINVAL, "a map that wraps");
	check(call(2, empty, sizeof(empty), NULL) == -EINVAL, "an empty map");
	check(call(2, taken, sizeof(taken), NULL) == -EEXIST, "a map over another one");
	check(call(3, unmap, sizeof(unmap), reply) == 24 && seen.unmaps == 1, "unmap");
	unmap[0] |= 2ull << 32;
	check(call(3, unmap, sizeof(unmap), reply) == 24 && seen.unmaps == 101, "unmap all");
}

static void test_irqs(void)
{
	const uint32_t set[] = { 20, 0x24, VU_MSI, 0, 1 };

	send_command(8, 0, set, sizeof(set), STDERR_FILENO);
	check(vu_serve_one(pair[1], &ops, NULL) == VU_OK && seen.irq == VU_MSI && seen.irq_fd >= 0 &&
	      get_reply(NULL, 0) == 0, "an eventfd for MSI");
	check(call(8, (uint32_t[]){ 20, 0x21, VU_INTX, 0, 0 }, 20, NULL) == 0 && seen.irq_fd == -1,
	      "teardown");
	check(call(8, (uint32_t[]){ 20, 0x11, VU_INTX, 0, 1 }, 20, NULL) == 0 && seen.unmasks == 1,
	      "unmask");
	check(call(8, (uint32_t[]){ 20, 0x24, 9, 0, 1 }, 20, NULL) == -EINVAL, "no such interrupt");
	check(call(8, (uint32_t[]){ 20, 0x24, VU_MSI, 0, 2 }, 20, NULL) == -EINVAL, "two of one");
}

static void test_unknown(void)
{
	check(call(13, NULL, 0, NULL) == 0 && seen.resets == 1, "reset");
	check(call(6, (uint32_t[]){ 0, 0, 0, 0 }, 16, NULL) == -ENOSYS, "a command that is not offered");
	check(call(11, NULL, 0, NULL) == -ENOSYS, "one in a gap");
	check(call(999, NULL, 0, NULL) == -ENOSYS, "one that does not exist");
}

static int open_fds(void)
{
	int n = 0;

	for (int fd = 0; fd < 256; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

static void reconnect(void)
{
	close(pair[0]);
	close(pair[1]);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		abort();
}

/* What cannot be framed ends the connection. */
static void test_framing(void)
{
	const struct header small = { 7, 4, 12, 0, 0 }, large = { 7, 4, 1u << 30, 0, 0 };
	const struct header reply = { 7, 4, 16, 1, 0 }, cut = { 7, 9, 32, 0, 0 };

	put(&small, sizeof(small), -1);
	check(vu_serve_one(pair[1], &ops, NULL) == VU_BROKEN, "a size below the header's");
	reconnect();
	put(&large, sizeof(large), -1);
	check(vu_serve_one(pair[1], &ops, NULL) == VU_BROKEN, "a gigabyte");
	reconnect();
	put(&reply, sizeof(reply), -1);
	check(vu_serve_one(pair[1], &ops, NULL) == VU_BROKEN, "a reply nobody asked for");
	reconnect();
	put(&cut, 9, -1);
	shutdown(pair[0], SHUT_WR);
	check(vu_serve_one(pair[1], &ops, NULL) == VU_BROKEN, "half a header");
	reconnect();
	put(&cut, sizeof(cut), -1);
	shutdown(pair[0], SHUT_WR);
	check(vu_serve_one(pair[1], &ops, NULL) == VU_BROKEN, "no payload");
	reconnect();
	shutdown(pair[0], SHUT_WR);
	check(vu_serve_one(pair[1], &ops, NULL) == VU_EOF, "the end");
}

/* The peer writes byte by byte: a short read is no end. */
static void test_short_reads(void)
{
	const uint32_t payload[] = { 4, 0, VU_BAR2, 4 };
	const struct header h = { 7, 9, sizeof(h) + sizeof(payload), 0, 0 };
	uint8_t buf[64], reply[64];
	pid_t child;

	reconnect();
	memcpy(buf, &h, sizeof(h));
	memcpy(buf + sizeof(h), payload, sizeof(payload));
	child = fork();
	if (!child) {
		for (size_t i = 0; i < sizeof(h) + sizeof(payload); i++) {
			put(buf + i, 1, -1);
			usleep(1000);
		}
		_exit(0);
	}
	check(vu_serve_one(pair[1], &ops, NULL) == VU_OK && get_reply(reply, sizeof(reply)) == 20,
	      "a message in single bytes");
}

int main(void)
{
	int before;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		abort();
	before = open_fds();
	test_questions();
	test_accesses();
	test_memory();
	test_irqs();
	test_unknown();
	send_command(13, 0, NULL, 0, STDERR_FILENO);
	check(vu_serve_one(pair[1], &ops, NULL) == VU_OK && get_reply(NULL, 0) == 0,
	      "a descriptor that nobody wants");
	check(open_fds() == before, "no descriptor is left open");
	test_framing();
	test_short_reads();
	return test_end();
}
