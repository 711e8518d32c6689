/** The numbers of a system call on the two machines. One of them may not have it. */
interface CallNumbers {
  readonly x64?: number;
  readonly arm64?: number;
}

const both = (number: number): CallNumbers => ({ x64: number, arm64: number });

/**
 * Calls that no command needs, and that namespaces do not confine (keyrings, the clock, BPF) or that have led into the kernel more than
 * once. Numbers: arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h of Linux.
 */
export const REFUSED: Readonly<Record<string, CallNumbers>> = {
  // Keyrings belong to a user of the host, not to a namespace.
  add_key: { x64: 248, arm64: 217 },
  request_key: { x64: 249, arm64: 218 },
  keyctl: { x64: 250, arm64: 219 },
  // Large parts of the kernel that few programs use.
  bpf: { x64: 321, arm64: 280 },
  perf_event_open: { x64: 298, arm64: 241 },
  userfaultfd: { x64: 323, arm64: 282 },
  io_uring_setup: both(425),
  io_uring_enter: both(426),
  io_uring_register: both(427),
  fanotify_init: { x64: 300, arm64: 262 },
  // Memory that the kernel itself cannot read.
  memfd_secret: both(447),
  lookup_dcookie: { x64: 212, arm64: 18 },
  modify_ldt: { x64: 154 },
  // Mounts, and files found without a path.
  mount: { x64: 165, arm64: 40 },
  umount2: { x64: 166, arm64: 39 },
  pivot_root: { x64: 155, arm64: 41 },
  chroot: { x64: 161, arm64: 51 },
  open_tree: both(428),
  move_mount: both(429),
  fsopen: both(430),
  fsconfig: both(431),
  fsmount: both(432),
  fspick: both(433),
  mount_setattr: both(442),
  open_tree_attr: both(467),
  open_by_handle_at: { x64: 304, arm64: 265 },
  // Descriptors of another process.
  pidfd_getfd: both(438),
  setns: { x64: 308, arm64: 268 },
  // Calls that concern the whole host.
  kexec_load: { x64: 246, arm64: 104 },
  kexec_file_load: { x64: 320, arm64: 294 },
  init_module: { x64: 175, arm64: 105 },
  finit_module: { x64: 313, arm64: 273 },
  delete_module: { x64: 176, arm64: 106 },
  swapon: { x64: 167, arm64: 224 },
  swapoff: { x64: 168, arm64: 225 },
  reboot: { x64: 169, arm64: 142 },
  acct: { x64: 163, arm64: 89 },
  quotactl: { x64: 179, arm64: 60 },
  quotactl_fd: both(443),
  settimeofday: { x64: 164, arm64: 170 },
  clock_settime: { x64: 227, arm64: 112 },
  clock_adjtime: { x64: 305, arm64: 266 },
  syslog: { x64: 103, arm64: 116 },
  vhangup: { x64: 153, arm64: 58 },
  iopl: { x64: 172 },
  ioperm: { x64: 173 },
};

/**
 * Calls that name a process by these arguments. None may name the first one of the sandbox, which starts the commands, and with which all others
 * end; it has one thread. Includes calls that only read its memory, which holds addresses, or only slow it down.
 */
export const NAMING: Readonly<
  Record<string, Required<CallNumbers> & { readonly arguments: readonly number[] }>
> = {
  ptrace: { x64: 101, arm64: 117, arguments: [1] },
  process_vm_readv: { x64: 310, arm64: 270, arguments: [0] },
  process_vm_writev: { x64: 311, arm64: 271, arguments: [0] },
  kcmp: { x64: 312, arm64: 272, arguments: [0, 1] },
  // Descriptors of a process come from this call, or from the parent.
  pidfd_open: { x64: 434, arm64: 434, arguments: [0] },
  kill: { x64: 62, arm64: 129, arguments: [0] },
  tkill: { x64: 200, arm64: 130, arguments: [0] },
  tgkill: { x64: 234, arm64: 131, arguments: [0, 1] },
  rt_sigqueueinfo: { x64: 129, arm64: 138, arguments: [0] },
  rt_tgsigqueueinfo: { x64: 297, arm64: 240, arguments: [0, 1] },
  get_robust_list: { x64: 274, arm64: 100, arguments: [0] },
  prlimit64: { x64: 302, arm64: 261, arguments: [0] },
  setpriority: { x64: 141, arm64: 140, arguments: [1] },
  ioprio_set: { x64: 251, arm64: 30, arguments: [1] },
  sched_setparam: { x64: 142, arm64: 118, arguments: [0] },
  sched_setscheduler: { x64: 144, arm64: 119, arguments: [0] },
  sched_setaffinity: { x64: 203, arm64: 122, arguments: [0] },
  sched_setattr: { x64: 314, arm64: 274, arguments: [0] },
  migrate_pages: { x64: 256, arm64: 238, arguments: [0] },
  move_pages: { x64: 279, arm64: 239, arguments: [0] },
};

/** Calls of which some arguments are refused. */
export const CLONE = { x64: 56, arm64: 220 };
export const CLONE3 = { x64: 435, arm64: 435 };
export const UNSHARE = { x64: 272, arm64: 97 };
export const IOCTL = { x64: 16, arm64: 29 };
export const SOCKET = { x64: 41, arm64: 198 };
