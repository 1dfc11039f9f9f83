# SPDX-License-Identifier: MIT OR GPL-2.0
"""Several cases in one guest, to boot once for all of them.

Each has a modelled card of its own, which no driver has seen before, and has its turn
while no driver takes the others (tests/vm/guest/turns.sh). What the guest writes is
shared out, so that a case has the same results and logs as it has alone. Who takes too
long or brings the kernel down ends the guest; those whose turn had not come get another.

A scenario allows it by "#: shares NAME...", a driver's name for the cases of this driver;
cases of one name meet where kernel, driver and the guest's own settings are the same.
"""

import os
import re
import shutil
import subprocess
import time

import vm

# Processors come apart from cards: radeon.ko takes one "dpm=0" for all that it drives.
PROCESSORS = {"palm", "sumo", "sumo2", "aruba"}

# Slots from vm.FIRST_SLOT on.
MOST_CARDS = 14

# Until the first turn begins, in seconds, on a machine that has much else to do.
BOOT_TIME = 120

TURN = re.compile(r"(?:\[[ .\d]+\] )?@@ turn (\S+)")
TOOK = re.compile(r"@@ took (\d+)")


def meets_in(case):
    """The name under which a case shares, or None. That of a driver holds for its cases."""
    return next((name for name in case.scenario.shares
                 if name == case.driver or name not in vm.DRIVERS), None)


def together(cases):
    """The jobs for some cases: guests that are shared, and the others as they are."""
    groups, jobs = {}, []
    for case in cases:
        s = case.scenario
        name = meets_in(case)
        if not name or case.debug:
            jobs.append(case)
            continue
        groups.setdefault((name, case.kernel, case.driver, case.append, s.memory, s.cpus,
                           s.hardened, case.chip in PROCESSORS), []).append(case)
    for group in groups.values():
        # Where the first card is no VGA controller, Linux takes the others for such that the
        # machine has booted with, and shows one image of a ROM as that of all of them.
        group.sort(key=lambda case: "--class" in case.scenario.model)
        guests = -(-len(group) // MOST_CARDS)
        for first in range(guests):
            members = group[first::guests]
            jobs.append(Shared(members) if len(members) > 1 else members[0])
    return jobs


class Shared(vm.Case):
    """One guest for several cases."""

    def __init__(self, cases):
        first = cases[0]
        super().__init__(first.scenario, first.kernel, first.chip, first.driver)
        self.cases = cases
        self.turns = []         # the cases of this boot
        self.timeout = sum(case.timeout for case in cases)
        self.name = "shared." + first.name
        self.dir = os.path.join(vm.BUILD, "logs", self.name)

    def run(self):
        began = time.monotonic()
        for case in self.cases:
            shutil.rmtree(case.dir, ignore_errors=True)
            case.write_job()
        self.turns = list(self.cases)
        while self.turns:
            shutil.rmtree(self.dir, ignore_errors=True)
            self._boot_for_turns()
            if not self._share_out():
                for case in self.turns:
                    case.fail(f"no turn came, see {self.name}: "
                              + "; ".join(text for _, text in self.results))
                break
        self.cases[0].notes += [f"{self.name}: {note}" for note in self.notes]
        self.seconds = time.monotonic() - began
        return self

    def _boot_for_turns(self):
        os.makedirs(self.dir)
        with open(self.log("turns"), "w", encoding="ascii") as f:
            for slot, case in enumerate(self.turns, vm.FIRST_SLOT):
                f.write(f"0000:{slot > vm.FIRST_SLOT:02x}:{slot:02x}.0 {case.name}\n")
        self.results = []
        self.cpu = 0.0
        self._boot()

    def _share_out(self):
        """Give each case what is its own; true when there were any."""
        taps = self._parts("tap")
        consoles = self._parts("console")
        begun = self._begun()
        for case in begun:
            for name, parts in ("tap", taps), ("console", consoles):
                with open(case.log(name), "w", encoding="utf-8") as f:
                    f.write("\n".join(parts.get(case.name, [])) + "\n")
            case.seconds = float(next((m[1] for m in map(TOOK.match, taps[case.name]) if m), 0))
            case.judge()
        took = sum(case.seconds for case in begun)
        for case in begun:
            case.cpu += self.cpu * case.seconds / (took or 1)
        if begun:
            begun[-1].results += self.results
        self.turns = self.turns[len(begun):]
        return bool(begun)

    def _parts(self, name):
        """The lines of a log by the case in whose turn they came."""
        parts, lines = {}, []
        for line in vm.read_lines(self.log(name)):
            if match := TURN.match(line):
                lines = parts.setdefault(match[1], [])
            lines.append(line)
        return parts

    def _begun(self):
        """Whose turn has not come gets another guest, and another model."""
        taps = self._parts("tap")
        return [case for case in self.turns if case.name in taps]

    def _cards(self):
        return {f"gpu{i}": vm.Card(case, case.chip, "model")
                for i, case in enumerate(self.turns, 1)}

    def _buses(self, cards):
        """The kernel takes the ROM that the BIOS has copied for that of each display on the
        root's bus; behind a bridge a card has its own."""
        return ["pcie.0"] + ["upstream"] * (cards - 1)

    def _follow(self, guest, models):
        """Each turn has the time of its case."""
        turn, patience = None, vm.Patience(BOOT_TIME, [guest, *models])
        while True:
            try:
                return guest.wait(timeout=1)
            except subprocess.TimeoutExpired:
                turns = [m[1] for m in map(TURN.match, vm.read_lines(self.log("tap"))) if m]
                if turns and turns[-1] != turn:
                    turn = turns[-1]
                    self.timeout = next(c.timeout for c in self.turns if c.name == turn)
                    patience = vm.Patience(self.timeout, [guest, *models])
                if patience.is_over():
                    raise
