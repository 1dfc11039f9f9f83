/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_LINUX_LIST_H
#define TOOLS_LINUX_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct list_head {
	struct list_head *next, *prev;
};

#define list_entry(ptr, type, member) \
	((type *)((char *)(ptr) - offsetof(type, member)))
#define list_first_entry(head, type, member)	list_entry((head)->next, type, member)
#define list_for_each_entry(pos, head, member)					\
	for ((pos) = list_first_entry(head, __typeof__(*(pos)), member);	\
	     &(pos)->member != (head);						\
	     (pos) = list_first_entry(&(pos)->member, __typeof__(*(pos)), member))

static inline void INIT_LIST_HEAD(struct list_head *list)
{
	list->next = list;
	list->prev = list;
}

static inline bool list_empty(const struct list_head *head)
{
	return head->next == head;
}

static inline void list_add_tail(struct list_head *entry, struct list_head *head)
{
	entry->next = head;
	entry->prev = head->prev;
	head->prev->next = entry;
	head->prev = entry;
}

static inline void list_del_init(struct list_head *entry)
{
	entry->next->prev = entry->prev;
	entry->prev->next = entry->next;
	INIT_LIST_HEAD(entry);
}

/* Before the first of @head; @list is empty afterwards. */
static inline void list_splice_init(struct list_head *list, struct list_head *head)
{
	if (list_empty(list))
		return;
	list->next->prev = head;
	list->prev->next = head->next;
	head->next->prev = list->prev;
	head->next = list->next;
	INIT_LIST_HEAD(list);
}

#endif
