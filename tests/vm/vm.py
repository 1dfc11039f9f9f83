# SPDX-License-Identifier: MIT OR GPL-2.0
"""One guest: a scenario on a kernel, a modelled chip and a driver.

A scenario is a shell script for the guest whose head says, in lines that
start with "#:", where it is to run and what is allowed to happen. The guest
writes TAP to a virtio-serial port; the kernel log, the model's words and the
microcode of the case are kept in build/logs/NAME. This module runs inside the
image (tests/vm/enter).
"""

import argparse
import contextlib
import glob
import itertools
import json
import os
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = os.path.join(TOP, "tests/vm")
BUILD = os.path.join(TOP, "build")
MODEL = os.path.join(BUILD, "host/evergreen-model")
MODEL_THREADS = os.cpu_count()      # of each model; fewer if several guests run at once
VIRTIOFSD = "/usr/libexec/virtiofsd"
SCRATCH = os.path.join(HERE, "scratch")
RELEASE = os.path.join(BUILD, "debug-kernel/release")   # tests/vm/debug-kernel

CHIPS = ("cedar redwood juniper cypress hemlock palm sumo sumo2 "
         "barts turks caicos cayman aruba").split()

DRIVERS = ("evergreen", "radeon")

# What a healthy kernel never prints. Everything here fails a case, unless its
# head allows that very line with "#: log-ok REGEX".
COMPLAINTS = re.compile(
    r"WARNING: |\bBUG\b|\bOops\b|general protection|Call Trace:|Kernel panic"
    r"|blocked for more than|rcu:? .*(stall|detected)|soft lockup|hard LOCKUP"
    r"|KFENCE|UBSAN|corruption|refcount_t:|Redzone|Poison|already free"
    r"|divide error|segfault at|Bad page state|(?<!suspected )memory leak|Object padding"
    r"|DMA-API|possible recursive|sleeping function|use-after-free"
    r"|KASAN|non-static key|lockdep is turned off|ODEBUG|detector disabled")

# The model's exit status after violations, and the line that tells how many there were. What it
# says of faults and guesses comes behind that.
VIOLATIONS = 3
SUM = re.compile(r"model: \w+: \d+ violations")
# What the model says at its end of a fault plan's item that came to nothing.
NEVER = re.compile(r"model: fault \S+: \d+ chances, struck 0 times")

# Lines of the guest that are not shown while it runs.
HIDDEN = {"tap": re.compile(r"@@"), "report": re.compile(r"@@|ok \d+ - |1\.\.\d+$|# ")}

# Under TCG about one kernel in 300 dies while it patches its own code, long before
# anything of ours is loaded. Such a boot says nothing and is tried again, as is one whose kernel
# measured its clock while the host was busy, and believes in a wrong one (tests/vm/guest/init).
BOOTS = 3

# With these a boot takes half the time under TCG; none changes what a driver
# sees. The mitigations protect against nothing inside a test guest; a busy host
# is no reason to find the timer broken, or the TSC, which QEMU takes from the host's: the
# kernel would go on with the HPET, each reading of which leaves the guest. Pages have to be cleared
# when they are allocated, as Debian's kernels do: TCG does not see what virtiofsd writes to a page,
# and would run what it has translated of the code that was there before.
APPEND = ("console=ttyS0 quiet loglevel=5 panic=-1 oops=panic mitigations=off "
          "root=root rootfstype=virtiofs rw init=/src/tests/vm/guest/init "
          "audit=0 random.trust_cpu=on no_timer_check tsc=reliable init_on_alloc=1")

# And a third less with these. Nobody here doubts the kernel's ciphers, its jitter as a source
# of randomness, or who has made its modules, asks where time is lost, or restricts programs.
# Benchmarks do without, to count what a user's kernel does.
QUICK = ("cryptomgr.notests initcall_blacklist=jent_mod_init,load_system_certificate_list "
         "psi=0 lsm=capability")

# A step of a scenario that needs no guest, in a root of its own without a network.
IN_SCRATCH = ("cd /src; ( . /out/job; . tests/vm/guest/lib.sh; . \"$SCENARIO\"; lib_finish ); "
              "echo \"@@ exit $?\"")

# ^D, as a terminal has it; the second ends a line that has no end.
END_OF_INPUT = b"\4\4"

# Debugging that Debian's kernels have built in and switched off. Who allocated and freed
# what is found broken is not noted, that takes a fifth of a guest's time and finds nothing:
# tests/vm/run --append slub_debug=FZPU.
HARDENED = "slub_debug=FZP kfence.sample_interval=10"


# Where the cards are on their bus: the first of them, and the rest behind it; and the buses.
FIRST_SLOT = 0x10
BUSES = {"": "pcie.0", "pci": "upstream", "pcie": "express"}

# What the debug kernel costs: time, and memory in MiB.
DEBUG_SLOWER = 10
DEBUG_MEMORY = 1024


def positive(text):
    """A number of a command line, for argparse."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text} is no number above 0")
    return int(text)


def setting(text):
    """NAME=VALUE of a command line, for argparse."""
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise argparse.ArgumentTypeError(f"{text} is no NAME=VALUE")
    return name, value


def kernels():
    """The image's kernels: {"stable": version, "backports": version}."""
    with open("/etc/evergreen-kernels", encoding="ascii") as f:
        return dict(line.split() for line in f if line.strip())


def kernel_version(name):
    """A kernel by its suite, its version, the start of its version, or "debug"."""
    if name == "debug":
        if not os.path.exists(RELEASE):
            raise ValueError("no debug kernel; make check-debug builds it")
        return last_line(RELEASE)
    known = kernels()
    if name in known:
        return known[name]
    found = [v for v in known.values() if v.startswith(name)]
    if len(found) != 1:
        raise ValueError(f"no kernel {name}; there are {', '.join(known.values())}")
    return found[0]


def short(version):
    """6.12.107+deb13-amd64 -> 6.12; 6.12.107-debug -> debug"""
    if version.endswith("-debug"):
        return "debug"
    return ".".join(version.split(".")[:2])


class Scenario:
    """The head of a scenario file."""

    KEYS = {"kernels": "stable backports", "chips": "cypress cayman",
            "drivers": "evergreen", "model": "", "append": "", "timeout": "90",
            "memory": "1024", "cpus": "2", "log-ok": "", "skip-ok": "",
            "faults": "", "second": "", "bridge": "", "icount": "", "hardened": "yes", "suite": "yes",
            "steps": "", "shares": "", "rarely": "", "console": ""}

    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.name = os.path.basename(path)
        values = dict(self.KEYS)
        with open(path, encoding="utf-8") as f:
            for line in f:
                if not line.startswith("#:"):
                    continue
                key, _, value = line[2:].strip().partition(" ")
                if key not in values:
                    raise ValueError(f"{path}: unknown setting {key}")
                values[key] = value.strip()
        self.kernels = values["kernels"].split()
        self.chips = CHIPS if values["chips"] == "all" else values["chips"].split()
        self.drivers = values["drivers"].split()
        self.faults = values["faults"].split() or [None]
        self.model = shlex.split(values["model"])
        self.second = values["second"].split()
        self.bridge = values["bridge"]
        self.append = values["append"]
        self.timeout = int(values["timeout"])
        self.memory = int(values["memory"])
        self.cpus = int(values["cpus"])
        self.log_ok = re.compile(values["log-ok"]) if values["log-ok"] else None
        self.skip_ok = re.compile(values["skip-ok"]) if values["skip-ok"] else None
        self.icount = values["icount"] == "yes"
        self.hardened = values["hardened"] == "yes"
        self.suite = values["suite"] == "yes"
        self.steps = values["steps"].split()
        self.shares = values["shares"].split()
        self.rarely = values["rarely"].split()
        self.console = values["console"] == "yes"

    def cases(self, kernel=None, chip=None, driver=None):
        """Every combination that the head asks for, or the part selected."""
        for fault, k, c, d in itertools.product(
                self.faults, [kernel] if kernel else self.kernels,
                [chip] if chip else self.chips, [driver] if driver else self.drivers):
            yield Case(self, kernel_version(k), c, d, fault)

    def spread(self):
        """Of these, one kernel for each chip, in turn. The first differs from scenario to
        scenario, so that each kernel has its share of each chip."""
        first = zlib.crc32(self.name.encode())
        for i, chip in enumerate(self.chips):
            kernel = self.kernels[(first + i) % len(self.kernels)]
            for driver in self.drivers:
                if driver not in self.rarely:
                    yield from self.cases(kernel, chip, driver)


class Process(subprocess.Popen):
    """Knows, once it has been waited for, how many seconds of the host's processors it and
    its children have taken. On a busy machine that says more than how long it ran."""

    cpu = 0.0
    running = set()
    ending = False

    def __init__(self, *args, **kwargs):
        if Process.ending:
            raise InterruptedError("no process is started any more")
        super().__init__(*args, **kwargs)
        Process.running.add(self)
        if Process.ending:  # end_all() may have looked before that
            self.kill()

    def wait(self, timeout=None):
        if self.returncode is None:
            self._wait_for_end(timeout)
        status = super().wait()
        Process.running.discard(self)
        return status

    @classmethod
    def end_all(cls):
        """End what other threads wait for, so that they come to their ends, and start no more."""
        cls.ending = True
        for process in list(cls.running):
            if process.poll() is not None:
                continue
            with contextlib.suppress(ProcessLookupError):
                if os.getpgid(process.pid) == process.pid:
                    os.killpg(process.pid, signal.SIGKILL)
                else:
                    process.kill()

    def _wait_for_end(self, timeout):
        try:
            end = os.pidfd_open(self.pid)
            try:
                if not select.select([end], [], [], timeout)[0]:
                    raise subprocess.TimeoutExpired(self.args, timeout)
            finally:
                os.close(end)
            with open(f"/proc/{self.pid}/stat", encoding="utf-8") as f:
                fields = f.read().rpartition(")")[2].split()
        except (ProcessLookupError, FileNotFoundError):
            return      # another thread has polled it, and has its status
        # utime, stime, and both of its children: fields 14 to 17 of proc(5)
        self.cpu = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


class Patience:
    """Whether processes have had some seconds. What they waited for a processor of the host does
    not count: beside other work a guest is slow, and no failure. Of threads that waited at the
    same time the one that waited longest is taken."""

    def __init__(self, seconds, processes):
        self.seconds = seconds
        self.processes = processes
        self.began = time.monotonic()
        self.before = self._waits()

    def _waits(self):
        """Nanoseconds of each thread: the second field of schedstat, where the host has it."""
        waits = {}
        for process in self.processes:
            for path in glob.glob(f"/proc/{process.pid}/task/*/schedstat"):
                try:
                    with open(path, encoding="ascii") as f:
                        waits[path] = int(f.read().split()[1])
                except (OSError, IndexError):
                    pass    # the thread has ended
        return waits

    def is_over(self):
        waited = max((wait - self.before.get(path, 0) for path, wait in self._waits().items()),
                     default=0)
        return time.monotonic() - self.began - waited / 1e9 > self.seconds


class Card:
    """A device of a guest: whose case it belongs to, its chip, and its model's log."""

    def __init__(self, case, chip, name):
        self.case = case
        self.chip = chip
        self.name = name


class Case:
    """One scenario on one kernel, chip and driver, with a fault or without."""

    def __init__(self, scenario, kernel, chip, driver, fault=None):
        if chip not in CHIPS:
            raise ValueError(f"no chip {chip}; there are {' '.join(CHIPS)}")
        if driver not in (*DRIVERS, "none"):
            raise ValueError(f"no driver {driver}; there are {', '.join(DRIVERS)}, and none")
        self.scenario = scenario
        self.kernel = kernel
        self.chip = chip
        self.driver = driver
        self.debug = short(kernel) == "debug"
        self.timeout = scenario.timeout * (DEBUG_SLOWER if self.debug else 1)
        self.name = f"{scenario.name}.{driver}.{short(kernel)}.{chip}"
        if fault:
            self.name += "." + re.sub(r"[^a-z0-9+-]+", "_", fault)
        self.dir = os.path.join(BUILD, "logs", self.name)
        self.results = []       # (state, description), state: pass fail skip
        self.notes = []         # what the guest wants to be read
        self.seconds = 0.0
        self.cpu = 0.0          # of the host's processors
        self.fault = fault or ""
        self.model_args = list(scenario.model)
        if driver == "evergreen":
            # What only this driver promises to its clients.
            self.model_args += ["--own-state", "--halt-first"]
        if fault:
            self.model_args += ["--fault", fault]
        self.append = scenario.append
        self.env = {}
        self.scratch = ""       # directory of a root that keeps changes from step to step
        self.echo = ""          # "tap": show all that the guest says; "report": but no TAP

    def log(self, name):
        return os.path.join(self.dir, name)

    # ---- running ----

    def run(self):
        """Run the guest to its end; results are in self.results then."""
        shutil.rmtree(self.dir, ignore_errors=True)
        began = time.monotonic()
        if self.scenario.steps:
            self._run_steps()
        else:
            self._run(self._boot)
        self.seconds = time.monotonic() - began
        return self

    def _run_steps(self):
        """In turn, in a root of their own. What fails leaves nothing to build on."""
        top = self.dir
        with tempfile.TemporaryDirectory(prefix="scratch") as self.scratch:
            for step in self.scenario.steps:
                where, self.env["STEP"] = step.split(":")
                self.dir = os.path.join(top, self.env["STEP"])
                self._run(self._boot if where == "guest" else self._run_in_scratch)
                if any(state == "fail" for state, _ in self.results):
                    break
        self.dir = top

    def _run(self, what):
        self.write_job()
        what()
        self.judge()

    def write_job(self):
        """What the guest is to do."""
        os.makedirs(self.dir)
        with open(self.log("job"), "w", encoding="utf-8") as f:
            for key, value in {"SCENARIO": self.scenario.path, "CHIP": self.chip,
                               "DRIVER": self.driver, "FAULT": self.fault,
                               "GPU_FAULT": re.sub(r"=[^,]*", "", self.fault),
                               "SLOWER": str(DEBUG_SLOWER if self.debug else 1),
                               "KERNEL": self.kernel, "JOB_NAME": self.name, **self._terminal(),
                               **self.env}.items():
                f.write(f"export {key}={shlex.quote(value)}\n")

    def _terminal(self):
        """What a guest with a console has to know of it."""
        if not self.scenario.console:
            return {}
        size = shutil.get_terminal_size()
        return {"TERMINAL": "yes" if sys.stdin.isatty() else "no",
                "TERM": os.environ.get("TERM", "vt100"),
                "COLUMNS": str(size.columns), "ROWS": str(size.lines)}

    def judge(self):
        """Results are what the guest has left in its directory."""
        self._read_tap()
        self._read_kernel_log()

    def _boot(self):
        before = len(self.results)
        for boot in range(1, BOOTS + 1):
            del self.results[before:]
            with tempfile.TemporaryDirectory(prefix="vm") as sockets:
                self._run_guest(sockets)
            if self._guest_was_up():
                break
            self.notes.append(f"boot {boot}: the kernel came to no init, or took a wrong clock")

    def _run_in_scratch(self):
        command = self._in_scratch() + [
            "unshare", "--net", "--pid", "--fork", "--kill-child",
            "chroot", os.path.join(self.scratch, "root"), "busybox", "sh", "-c", IN_SCRATCH]
        with open(self.log("tap"), "wb") as tap:
            step = Process(command, stdin=subprocess.DEVNULL, stdout=tap, stderr=tap)
        try:
            step.wait(self.timeout)
        except subprocess.TimeoutExpired:
            self.fail(f"{self.env['STEP']} is not done after {self.timeout} s")
        finally:
            step.kill()
            step.wait()
            self.cpu += step.cpu

    def _in_scratch(self):
        """What a command begins with that is to see the root of a case with steps."""
        return [SCRATCH, self.scratch, self.dir] if self.scratch else []

    def _guest_was_up(self):
        return "@@ up" in read_lines(self.log("tap"))

    def _run_guest(self, sockets):
        root = os.path.join(self.scratch, "root") if self.scratch else "/"
        helpers = [self.start("virtiofsd", self._in_scratch() + [
            VIRTIOFSD, f"--socket-path={sockets}/fs", f"--shared-dir={root}",
            "--sandbox=none", "--cache=always", "--no-announce-submounts",
            "--log-level=error"])]
        logs = [self.log("virtiofsd.log")]
        models = {}
        guest = None
        try:
            cards = self._cards()
            for socket, card in cards.items():
                models[socket] = card.case.start(card.name, [
                    MODEL, "--socket", f"{sockets}/{socket}", "--chip", card.chip,
                    "--threads", str(min(MODEL_THREADS, 8)), *card.case.model_args])
                helpers.append(models[socket])
                logs.append(card.case.log(card.name + ".log"))
            if not self._wait_for(sockets, dict(zip(["fs", *models], helpers)), logs):
                return
            start = self._start_with_console if self.scenario.console else self.start
            guest = start("qemu", self._qemu(sockets, models))
            self._wait_for_guest(guest, list(models.values()))
            begun = self._begun()
            for socket, model in models.items():
                if cards[socket].case in begun:
                    cards[socket].case.judge_model(model, cards[socket].name + ".log")
        finally:
            for process in helpers:
                process.kill()
                process.wait()
            self.cpu += sum(process.cpu for process in [*helpers, guest] if process)

    def _begun(self):
        """The cases that the guest has begun with."""
        return [self]

    def _cards(self):
        """The guest's cards, by the names of their sockets."""
        if self.driver == "none":
            return {}
        chips = [self.chip, *self.scenario.second]
        return {f"gpu{i}": Card(self, chip, f"model{i}" if i > 1 else "model")
                for i, chip in enumerate(chips, 1)}

    def start(self, name, command):
        """Start a helper whose words go to the case's directory."""
        with open(self.log(name + ".log"), "wb") as log:
            return Process(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def _start_with_console(self, name, command):
        """The guest's console is our terminal, or else what our input holds is typed there
        when the guest asks for it, and what it prints is our output."""
        with open(self.log(name + ".log"), "wb") as log:
            if sys.stdin.isatty():
                return Process(command, stderr=log)
            guest = Process(command, stdin=subprocess.PIPE, stderr=log)
        threading.Thread(target=self._type, args=(guest,), daemon=True).start()
        return guest

    def _type(self, guest):
        while "@@ type" not in read_lines(self.log("tap")):
            if guest.poll() is not None:
                return
            time.sleep(0.1)
        try:
            for line in sys.stdin.buffer:
                guest.stdin.write(line)
                guest.stdin.flush()
            guest.stdin.write(END_OF_INPUT)
            guest.stdin.flush()
        except BrokenPipeError:
            pass    # the guest has ended before its input

    def _wait_for(self, sockets, helpers, logs):
        """Until each has its socket; @logs has their words, in the same order."""
        until = time.monotonic() + 300
        while time.monotonic() < until:
            if all(os.path.exists(f"{sockets}/{name}") for name in helpers):
                return True
            if any(h.poll() is not None for h in helpers.values()):
                break
            time.sleep(0.02)
        ended = [helper.poll() is not None for helper in helpers.values()]
        for name, over, log in zip(helpers, ended, logs):
            if over or not any(ended) and not os.path.exists(f"{sockets}/{name}"):
                self.fail(f"{os.path.basename(log).removesuffix('.log')} did not start: "
                          + last_line(log))
        return False

    def _wait_for_guest(self, guest, models):
        try:
            if self._follow(guest, models) != 0:
                self.fail(f"qemu ended with status {guest.returncode}")
        except subprocess.TimeoutExpired:
            guest.kill()
            guest.wait()
            self.fail(f"guest not done after {self.timeout} s")

    def _follow(self, guest, models):
        """Wait for the guest; with self.echo show its TAP as it comes."""
        patience = Patience(self.timeout, [guest, *models])
        shown = 0
        while True:
            try:
                return guest.wait(timeout=0.2 if self.echo else 2)
            except subprocess.TimeoutExpired:
                if patience.is_over():
                    raise
            finally:
                shown = self._show(shown)

    def _show(self, shown):
        if not self.echo or not os.path.exists(self.log("tap")):
            return shown
        with open(self.log("tap"), "rb") as f:
            f.seek(shown)
            whole, newline, _ = f.read().rpartition(b"\n")
        for line in whole.decode("utf-8", "replace").splitlines():
            if not HIDDEN[self.echo].match(line):
                print(line, flush=True)
        return shown + len(whole) + len(newline)

    def judge_model(self, model, log):
        """The model tells of violations by its exit status; it may also fail, or crash."""
        try:
            status = model.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.fail("the model did not end with its guest")
            return
        if status < 0:
            self.fail(f"the model was ended by signal {signal.Signals(-status).name}: "
                      + " | ".join(last_lines(self.log(log), 3)))
        elif status == VIOLATIONS:
            sums = [line for line in read_lines(self.log(log)) if SUM.match(line)]
            self.fail("the model counted violations: " + (sums or [last_line(self.log(log))])[-1])
        elif status:
            self.fail(f"the model failed (status {status}): {before_sums(self.log(log))}")
        for line in read_lines(self.log(log)):
            if NEVER.match(line):
                self.fail(f"a fault that never struck tests nothing: {line.strip()}")

    def _qemu(self, sockets, gpus):
        s = self.scenario
        accel = accelerator()
        if s.icount:
            accel = "tcg,thread=single"
        append = f"{APPEND} vm.job={self.dir}"
        if not s.icount:
            append += " " + QUICK
        if s.hardened and not s.icount and not self.debug:
            append += " " + HARDENED
        append += " " + self.append
        memory = s.memory + (DEBUG_MEMORY if self.debug else 0)
        command = [
            "qemu-system-x86_64", "-nodefaults", "-no-user-config",
            "-display", "none", "-no-reboot",
            "-machine", "q35,memory-backend=mem", "-accel", accel,
            "-cpu", "host" if accel == "kvm" else "qemu64",
            "-smp", str(s.cpus), "-m", str(memory),
            "-object", f"memory-backend-memfd,id=mem,size={memory}M,share=on",
            "-kernel", kernel_image(self.kernel),
            "-append", append, "-serial", f"file:{self.log('console')}",
            "-chardev", f"socket,id=fs,path={sockets}/fs",
            "-device", "vhost-user-fs-pci,chardev=fs,tag=root",
            "-device", "virtio-serial-pci",
            "-chardev", f"file,id=tap,path={self.log('tap')}",
            "-device", "virtserialport,chardev=tap"]
        if s.console:
            command += ["-chardev", "stdio,id=console,signal=off",
                        "-device", "virtconsole,chardev=console"]
        if self.scratch:
            command += ["-initrd", f"{self.scratch}/changes/boot/initrd.img-{self.kernel}"]
        if s.icount:
            command += ["-icount", "shift=0,sleep=off"]
        buses = self._buses(len(gpus))
        if "upstream" in buses:
            command += ["-device", "pci-bridge,id=upstream,chassis_nr=1"]
        if "express" in buses:
            command += ["-device", "pcie-root-port,id=express,chassis=1"]
        for slot, (bus, gpu) in enumerate(zip(buses, gpus), FIRST_SLOT):
            command += ["-device", json.dumps({
                "driver": "vfio-user-pci", "bus": bus,
                "addr": "0" if bus == "express" else f"{slot:x}",
                "socket": {"type": "unix", "path": f"{sockets}/{gpu}"}})]
        return command

    def _buses(self, cards):
        """Where each card is: on the root's bus, behind a bridge, or alone behind a PCIe port."""
        return [BUSES[self.scenario.bridge]] * cards

    # ---- judging ----

    def fail(self, why):
        self.results.append(("fail", why))

    def _read_tap(self):
        lines = read_lines(self.log("tap"))
        results, planned = tap(lines)
        for state, text in results:
            self._result(state, text)
        status = None
        for line in lines:
            if match := re.match(r"@@ exit (\d+)", line):
                status = int(match[1])
            elif line.startswith("# note "):
                self.notes.append(line[7:])
        if status is None:
            self.fail("the guest's script did not come to its end")
        elif status and not any(r[0] == "fail" for r in self.results):
            self.fail(f"the guest's script ended with status {status}")
        if (planned or 0) != len(results):
            self.fail(f"{planned or 0} results were announced and {len(results)} came")
        elif status == 0 and not results:
            self.fail("no result was printed")

    def _result(self, state, text):
        allowed = self.scenario.skip_ok
        if state == "skip" and not (allowed and allowed.search(text)):
            self.fail(f"skipped: {text}")
        else:
            self.results.append((state, text))

    def _read_kernel_log(self):
        allowed = self.scenario.log_ok
        for line in read_lines(self.log("console")):
            if not COMPLAINTS.search(line):
                continue
            if allowed and allowed.search(line):
                continue
            self.fail(f"kernel: {line.strip()}")
            return      # the first tells, the rest is in the log


def tap(lines):
    """The results in lines of TAP, each its state and its text, and how many were announced;
    None if nobody has announced any."""
    results, planned = [], None
    for line in lines:
        if match := re.match(r"\s*1\.\.(\d+)", line):
            planned = (planned or 0) + int(match[1])
        elif match := re.match(r"\s*(not )?ok\b\s*\d*\s*(?:- )?(.*)", line):
            skipped = re.search(r"#\s*SKIP\b", match[2], re.I)
            results.append(("fail" if match[1] else "skip" if skipped else "pass", match[2]))
    return results, planned


def read_lines(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as f:
            return f.read().replace("\r", "").split("\n")
    except FileNotFoundError:
        return []


def last_lines(path, most):
    return [line for line in read_lines(path) if line.strip()][-most:] or ["no output"]


def last_line(path):
    return last_lines(path, 1)[0]


def before_sums(path):
    """What a model says last before it sums up, or last of all if it does not."""
    lines = read_lines(path)
    sums = [i for i, line in enumerate(lines) if SUM.match(line)]
    return lines[sums[-1] - 1] if sums and sums[-1] else last_line(path)


def accelerator():
    """kvm where a trial shows that it really runs a guest, tcg otherwise.

    That /dev/kvm opens proves little: nested machines exist where it does and
    the guest never runs. The answer is kept in build/accel.
    """
    answer = os.path.join(BUILD, "accel")
    if not os.path.exists(answer):
        mine = f"{answer}.{os.getpid()}"
        with open(mine, "w", encoding="ascii") as f:
            f.write("kvm" if kvm_runs() else "tcg,thread=multi")
        os.replace(mine, answer)
    return last_line(answer)


def kernel_image(version):
    """Of Debian's kernels one that is unpacked, which QEMU starts as a PVH guest."""
    unpacked = f"/usr/lib/modules/{version}/vmlinux"
    return unpacked if os.path.exists(unpacked) else f"/usr/lib/modules/{version}/vmlinuz"


def kvm_runs():
    if not os.path.exists("/dev/kvm"):
        return False
    kernel = next(iter(kernels().values()))
    with tempfile.NamedTemporaryFile() as console:
        command = ["qemu-system-x86_64", "-nodefaults", "-display", "none",
                   "-no-reboot", "-machine", "q35", "-accel", "kvm", "-cpu", "host",
                   "-m", "512", "-serial", "file:" + console.name,
                   "-kernel", kernel_image(kernel),
                   "-append", "console=ttyS0 panic=-1"]
        try:
            subprocess.run(command, timeout=20, check=False,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return False
        # The kernel finds no root and gives up: it has come through all of its start.
        return any("Unable to mount root" in line for line in read_lines(console.name))


def end_on_signal():
    """Let finally clauses run when the runner is told to stop."""
    def stop(_signum, _frame):
        raise SystemExit(130)
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
