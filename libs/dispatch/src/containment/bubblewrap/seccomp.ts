/**
 * The system call filter of a contained program: classic BPF as seccomp(2) takes it. It shuts what namespaces alone leave
 * open: new user namespaces (and with them most of the kernel's attack surface), kernel interfaces that know nothing of
 * namespaces, and socket families that reach past the network namespace (a virtual machine's vsock, for one).
 *
 * Numbers are the kernel's own (asm/unistd_64.h, asm-generic/unistd.h); instruction codes are linux/bpf_common.h.
 */

const LOAD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_AT_LEAST = 0x35;
const JUMP_ANY_BIT = 0x45;
const RETURN = 0x06;

const ALLOW = 0x7fff0000;
const REFUSE = 0x00050000;
const EPERM = REFUSE | 1;
const ENOSYS = REFUSE | 38;
const EAFNOSUPPORT = REFUSE | 97;

/** Offsets in struct seccomp_data; arguments are 64 bits wide, little-endian. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;
const SECOND_ARGUMENT = 24;

const CLONE_NEWUSER = 0x10000000;
/** Bit of the second x86-64 calling convention (x32). */
const X32 = 0x40000000;
const SOCKET_FAMILIES = [1 /* unix */, 2 /* inet */, 10 /* inet6 */, 16 /* netlink */];
/** Terminal injection: TIOCSTI, TIOCLINUX. */
const TERMINAL_IOCTLS = [0x5412, 0x541c];

interface Calls {
  readonly audit: number;
  /** Refused with EPERM. */
  readonly refused: readonly number[];
  readonly clone: number;
  readonly unshare: number;
  readonly socket: number;
  readonly ioctl: number;
}

/** Numbers that all architectures share: new mount interface, pidfd_getfd, quotactl_fd. */
const REFUSED_EVERYWHERE = [428, 429, 430, 431, 432, 433, 438, 442, 443];
/** Answered as if the kernel were older, so that libraries take the older call: io_uring_*, clone3. */
const UNKNOWN_EVERYWHERE = [425, 426, 427, 435];

const CALLS: Readonly<Record<string, Calls>> = {
  x64: {
    audit: 0xc000003e,
    // acct add_key bpf chroot clock_adjtime clock_settime adjtimex settimeofday delete_module finit_module init_module
    // fanotify_init ioperm iopl kexec_file_load kexec_load keyctl lookup_dcookie modify_ldt mount name_to_handle_at
    // open_by_handle_at perf_event_open pivot_root quotactl reboot request_key setns swapoff swapon syslog umount2
    // userfaultfd vhangup; and into other processes: kcmp process_vm_readv process_vm_writev ptrace
    refused: [
      163, 248, 321, 161, 305, 227, 159, 164, 176, 313, 175, 300, 173, 172, 320, 246, 250, 212, 154, 165, 303, 304, 298,
      155, 179, 169, 249, 308, 168, 167, 103, 166, 323, 153, 312, 310, 311, 101,
    ],
    clone: 56,
    unshare: 272,
    socket: 41,
    ioctl: 16,
  },
  arm64: {
    audit: 0xc00000b7,
    // The same list; this architecture has no ioperm, iopl and modify_ldt.
    refused: [
      89, 217, 280, 51, 266, 112, 171, 170, 106, 273, 105, 262, 294, 104, 219, 18, 40, 264, 265, 241, 41, 60, 142, 218,
      268, 225, 224, 116, 39, 282, 58, 272, 270, 271, 117,
    ],
    clone: 220,
    unshare: 97,
    socket: 198,
    ioctl: 29,
  },
};

/** The filter for `architecture` (as process.arch names it), or null when its call numbers are not known here. */
export function systemCallFilter(architecture: string): Buffer | null {
  const calls = CALLS[architecture];
  return calls === undefined ? null : Buffer.concat(program(calls));
}

function program(calls: Calls): Buffer[] {
  const newUser = [load(FIRST_ARGUMENT), ...when(JUMP_ANY_BIT, CLONE_NEWUSER, [give(EPERM)]), give(ALLOW)];
  return [
    load(ARCHITECTURE),
    ...unless(JUMP_EQUAL, calls.audit, [give(EPERM)]),
    load(NUMBER),
    ...when(JUMP_AT_LEAST, X32, [give(ENOSYS)]),
    ...[...calls.refused, ...REFUSED_EVERYWHERE].flatMap((number) => when(JUMP_EQUAL, number, [give(EPERM)])),
    ...UNKNOWN_EVERYWHERE.flatMap((number) => when(JUMP_EQUAL, number, [give(ENOSYS)])),
    ...when(JUMP_EQUAL, calls.clone, newUser),
    ...when(JUMP_EQUAL, calls.unshare, newUser),
    ...when(JUMP_EQUAL, calls.socket, [
      load(FIRST_ARGUMENT),
      ...SOCKET_FAMILIES.flatMap((family) => when(JUMP_EQUAL, family, [give(ALLOW)])),
      give(EAFNOSUPPORT),
    ]),
    ...when(JUMP_EQUAL, calls.ioctl, [
      load(SECOND_ARGUMENT),
      ...TERMINAL_IOCTLS.flatMap((request) => when(JUMP_EQUAL, request, [give(EPERM)])),
      give(ALLOW),
    ]),
    give(ALLOW),
  ];
}

function load(offset: number): Buffer {
  return instruction(LOAD, 0, 0, offset);
}

function give(action: number): Buffer {
  return instruction(RETURN, 0, 0, action);
}

function when(jump: number, value: number, then: readonly Buffer[]): Buffer[] {
  return [instruction(jump, 0, then.length, value), ...then];
}

function unless(jump: number, value: number, then: readonly Buffer[]): Buffer[] {
  return [instruction(jump, then.length, 0, value), ...then];
}

/** struct sock_filter: 8 bytes, code, jump if true, jump if false, operand. */
function instruction(code: number, ifTrue: number, ifFalse: number, operand: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(operand, 4);
  return bytes;
}
