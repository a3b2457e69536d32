"""Runs a program and kills it before its n-th change to the file system.

    die.py N PROGRAM ARGUMENTS…

Exits with 0 if the program ended before that, with 9 if it was killed, and otherwise with the status
of the program. Only for Linux: system calls are observed with ptrace(2).
"""

import ctypes
import os
import signal
import sys

TRACEME, SYSCALL, SETOPTIONS, SYSCALL_INFO = 0, 24, 0x4200, 0x420E
# Distinguishes stops at system calls, follows threads, and ends every process with this program.
OPTIONS = 0x1 | 0x8 | 0x100000
WALL = 0x40000000
CREATE = os.O_CREAT | os.O_TRUNC

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


class Info(ctypes.Structure):
    """`struct ptrace_syscall_info`, at the entry of a call."""

    _fields_ = [
        ("op", ctypes.c_uint8),
        ("arch", ctypes.c_uint32),
        ("ip", ctypes.c_uint64),
        ("sp", ctypes.c_uint64),
        ("number", ctypes.c_uint64),
        ("arguments", ctypes.c_uint64 * 6),
    ]


# Numbers of the calls that change what is in folders and files, and where their flags are.
X86_64, AARCH64 = 0xC000003E, 0xC00000B7
OPENAT = {X86_64: 257, AARCH64: 56}
OPEN = {X86_64: 2}
CHANGES = {
    # truncate, rename, mkdir, rmdir, creat, link, unlink, symlink, *at, renameat2, copy_file_range
    X86_64: {76, 77, 82, 83, 84, 85, 86, 87, 88, 258, 263, 264, 265, 266, 316, 326},
    AARCH64: {34, 35, 36, 37, 38, 45, 46, 276, 285},
}
WRITE = {X86_64: 1, AARCH64: 64}
STANDARD = 2


def changes(info: Info) -> bool:
    if info.op != 1:
        return False
    number, arguments = info.number, info.arguments
    if number == OPENAT[info.arch]:
        return bool(arguments[2] & CREATE)
    if number == OPEN.get(info.arch):
        return bool(arguments[1] & CREATE)
    if number == WRITE[info.arch]:
        return arguments[0] > STANDARD
    return number in CHANGES[info.arch]


def ptrace(request: int, pid: int, address: int = 0, data: int = 0) -> None:
    if libc.ptrace(request, pid, address, data) < 0:
        raise OSError(ctypes.get_errno(), f"ptrace {request}")


def ended(child: int) -> None:
    """Waits for the end of all threads: the end of the first is only reported after the others."""
    while True:
        pid, status = os.waitpid(-1, WALL)
        if pid == child and not os.WIFSTOPPED(status):
            return


def run(last: int, program: list[str]) -> int:
    child = os.fork()
    if child == 0:
        libc.ptrace(TRACEME, 0, None, None)
        os.kill(os.getpid(), signal.SIGSTOP)
        os.execvp(program[0], program)
    os.waitpid(child, 0)
    ptrace(SETOPTIONS, child, 0, OPTIONS)
    ptrace(SYSCALL, child)
    count = 0
    info = Info()
    while True:
        pid, status = os.waitpid(-1, WALL)
        if os.WIFEXITED(status) or os.WIFSIGNALED(status):
            if pid == child:
                return os.waitstatus_to_exitcode(status)
            continue
        stop = os.WSTOPSIG(status)
        if stop == signal.SIGTRAP | 0x80:
            ptrace(SYSCALL_INFO, pid, ctypes.sizeof(info), ctypes.addressof(info))
            count += changes(info)
            if count == last and changes(info):
                os.kill(child, signal.SIGKILL)
                ended(child)
                return 9
        passed = 0 if stop in (signal.SIGTRAP, signal.SIGTRAP | 0x80, signal.SIGSTOP) else stop
        ptrace(SYSCALL, pid, 0, passed)


sys.exit(run(int(sys.argv[1]), sys.argv[2:]))
