# SPDX-License-Identifier: MIT OR GPL-2.0
# shellcheck shell=sh
#
# apt with lists of its own, for scripts that get packages which the image has not. To be read
# by them, who set own_dir, which has sources.list and lists/partial, and may set own_options.

own_options=

# As if nothing were installed. A mirror may lag behind: packages are wanted, not the newest. What
# cannot be fetched is an error, though; for apt it is a warning while it may be there later.
own_apt() # PROGRAM ARGUMENT...
{
	own_program=$1
	shift
	# shellcheck disable=SC2086
	"$own_program" -qq -o Dir::Etc::SourceList="$own_dir/sources.list" \
		-o Dir::Etc::SourceParts=/dev/null -o Dir::Etc::PreferencesParts=/dev/null \
		-o Dir::State::Lists="$own_dir/lists" -o Dir::State::Status=/dev/null \
		-o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
		-o Acquire::Check-Valid-Until=false -o APT::Update::Error-Mode=any \
		-o APT::Sandbox::User=root $own_options "$@"
}
