# SPDX-License-Identifier: MIT OR GPL-2.0
# shellcheck shell=sh
#
# Results of a script that tests programs, as TAP and as a sum. To be read by it.

passed=0 failed=0

result() # STATUS DESCRIPTION
{
	if [ "$1" = 0 ]; then
		passed=$((passed + 1))
		echo "ok $((passed + failed)) - $2"
	else
		failed=$((failed + 1))
		echo "not ok $((passed + failed)) - $2"
	fi
}

# The last command of the script: its status is that of all results.
results_end()
{
	echo "1..$((passed + failed))"
	echo "$passed passed, $failed failed"
	[ "$failed" = 0 ]
}
