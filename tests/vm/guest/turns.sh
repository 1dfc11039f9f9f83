# SPDX-License-Identifier: MIT OR GPL-2.0
# shellcheck shell=sh
#
# The cases of a shared guest (tests/vm/shared.py), one after the other: each finds its own
# card, which no driver has had, an empty kernel log, an empty /tmp, and no core dump. The
# other cards are there, but no driver takes them.

turns_devices=/sys/bus/pci/devices

# evergreen.ko leaves after each turn. Stock radeon.ko cannot (it oopses), and keeps its
# cards; EVERGREEN_PCI tells tests which is theirs.
turns_end()
{
	# It may have been unplugged.
	[ ! -e "$turns_devices/$1" ] || echo none >"$turns_devices/$1/driver_override"
	grep -q '^evergreen ' /proc/modules || return 0
	turns_forget_triggers
	rmmod evergreen
}

# Linux warns of a module that leaves while its tracepoints still have a trigger.
turns_forget_triggers()
{
	for turns_trigger in /sys/kernel/tracing/events/evergreen/*/trigger; do
		[ -e "$turns_trigger" ] || continue
		sed -n 's/^\(hist:.*\) \[.*/!\1/p' "$turns_trigger" >/tmp/triggers
		[ ! -s /tmp/triggers ] || cat /tmp/triggers >"$turns_trigger"
	done
}

turns_run()
{
	while read -r turns_card turns_name <&4; do
		mount --bind "/mnt/$turns_name" /out
		busybox rm -rf /tmp/*
		echo 120 >/proc/sys/kernel/hung_task_timeout_secs
		[ ! -e /sys/kernel/tracing/trace ] || echo >/sys/kernel/tracing/trace
		dmesg -c >/dev/null
		for turns_dump in /sys/class/devcoredump/devcd*/data; do
			[ ! -e "$turns_dump" ] || echo 1 >"$turns_dump"
		done
		echo "@@ turn $turns_name"
		echo "<5>@@ turn $turns_name" >/dev/kmsg
		turns_began=$(seconds)
		echo >"$turns_devices/$turns_card/driver_override"
		export EVERGREEN_PCI="$turns_card"
		run_scenario
		turns_status=$?
		umount /out
		echo "@@ took $((($(seconds) - turns_began) / 100))"
		if ! turns_end "$turns_card"; then
			echo "not ok - evergreen.ko can be unloaded after the test"
			turns_status=1
		fi
		echo "@@ exit $turns_status"
		! grep -q '^evergreen ' /proc/modules || return 1
	done 4</out/turns
}
