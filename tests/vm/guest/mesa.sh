# SPDX-License-Identifier: MIT OR GPL-2.0
# shellcheck shell=sh
#
# For scenarios with Mesa: its two versions, and what the driver counted meanwhile.

MESAS="release backports"
PIGLIT=/usr/lib/x86_64-linux-gnu/piglit/bin
export PIGLIT_PLATFORM=surfaceless_egl
mesa_events=/sys/kernel/tracing/events/evergreen

# Run a program on the Mesa of the release, or on that of backports, which the image
# has in a directory of its own.
mesa() # release|backports SECONDS COMMAND...
{
	mesa_which=$1 mesa_seconds=$2
	shift 2
	if [ "$mesa_which" = backports ]; then
		mesa_lib=/opt/mesa-backports/lib/x86_64-linux-gnu
		set -- env "LD_LIBRARY_PATH=$mesa_lib" "GBM_BACKENDS_PATH=$mesa_lib/gbm" \
			"LIBGL_DRIVERS_PATH=$mesa_lib/dri" "$@"
	fi
	busybox timeout $((mesa_seconds * SLOWER)) "$@"
}

# The driver's tracepoints as counters: nothing is lost, by however many clients. What
# it has said when it was loaded is forgotten: radeon.ko misses firmware of the SMC.
mesa_count()
{
	dmesg -c >/dev/null
	[ "$DRIVER" = evergreen ] || return 0
	mount -t tracefs trace /sys/kernel/tracing
	for mesa_event in submit run free refuse; do
		echo hist:keys=common_pid:size=16384 >$mesa_events/evergreen_$mesa_event/trigger
	done
	echo 'hist:keys=error' >$mesa_events/evergreen_fence_signal/trigger
}

mesa_hits() # EVENT
{
	awk '/Hits:/ { print $2 }' $mesa_events/evergreen_"$1"/hist
}

mesa_good_fences()
{
	awk '/^[{] error: *0 [}]/ { print $NF }' $mesa_events/evergreen_fence_signal/hist
}

# Each submission was accepted, ran, and was completed by its fence.
mesa_all_done() # WHOSE
{
	dmesg | grep -E 'refused:|hang|reset|\[drm:.*ERROR|radeon.*(forbidden|invalid|lockup)' \
		>/tmp/complaints
	is "$1: the driver complains of nothing" "$(head -n 1 /tmp/complaints)" ""
	[ "$DRIVER" = evergreen ] || return 0
	mesa_tries=0
	while [ "$(mesa_hits submit)" != "$(mesa_hits free)" ] && [ $mesa_tries -lt 50 ]; do
		mesa_tries=$((mesa_tries + 1))
		busybox sleep 0.1
	done
	mesa_jobs=$(mesa_hits submit)
	ok "$1: jobs were submitted: $mesa_jobs so far" test "$mesa_jobs" -gt 0
	is "$1: nothing was refused" "$(mesa_hits refuse)" 0
	is "$1: every job ran" "$(mesa_hits run)" "$mesa_jobs"
	is "$1: every fence signalled" "$(mesa_hits fence_signal)" "$mesa_jobs"
	is "$1: and all without an error" "$(mesa_good_fences)" "$mesa_jobs"
}

# Mesa's random copies (R600_DEBUG=testdma) are compared with what the CPU copies. They
# go on for days and are the same ones in each run, so the first are taken; when the
# reader goes away, the program ends. tests/gl/copies.awk tells which of them can be judged.
mesa_copies() # release|backports COUNT WANTED
{
	export R600_DEBUG=testdma
	mesa "$1" 100 eglinfo -B -p surfaceless 2>/tmp/testdma.err |
		awk -v n="$2" '/BLITs/ { print; if (++seen == n) exit }' >"/out/testdma.$1"
	unset R600_DEBUG
	awk -f tests/gl/copies.awk "/out/testdma.$1" >/tmp/copies
	sed "s/^/# $1 /" /tmp/copies
	is "$1: random copies were made" "$(grep -c BLITs "/out/testdma.$1")" "$2"
	is "$1: none that needs no shader came out wrong" \
		"$(awk '$1 == "judged" { print $4 }' /tmp/copies)" 0
	ok "$1: and there were some of those" \
		test "$(awk '$1 == "judged" { print $2 }' /tmp/copies)" -ge "$3"
}
