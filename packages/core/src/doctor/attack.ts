/** Beside the host's secret, what a script prints when it got to where it should not. */
export const ESCAPED = "ESCAPED";

/**
 * An escape from a sandbox, as a script for bash that prints `ESCAPED`, or the host's secret, which holds this word too. It finds
 * `$SECRET_FILE`, `$HOST_PID`, `$HOST_ADDRESS`, `$PORT`, `$ABSTRACT` and `$SOCKET` in its environment; `HOST_TARGETS` says what they are. Inside, `$TARGET` is the sandbox's first process.
 */
export interface Attack {
  /** Completes the sentence "A command cannot …". */
  readonly name: string;
  readonly script: string;
  /** Run by the host in the folder that is `/workspace` inside, before the attack: what an attacker may have been left. */
  readonly prepare?: string;
  /** What is needed for the attack to work where nothing keeps it back. A test without it is skipped, and says so. */
  readonly needs?: string;
  /** It is not tried on the host first, where it would do harm: it takes up what a sandbox has a limit for. */
  readonly isInsideOnly?: boolean;
  /** Run in the sandbox after the attack: removes what it left. */
  readonly undo?: string;
}

/** For `needs`: only root can do it. */
export const ROOT = "a service that is root";

export const PTRACE_SEIZE = "0x4206";

/** A perl that makes a system call, by its numbers on x86-64 and arm64, and says whether it worked. `$b` is a buffer of zeros. */
export const call = (x64: number, arm64: number, ...args: readonly string[]) =>
  `perl -e '$b = "\\0" x 256; ($user, $name, $tmpfs) = qw(user name tmpfs); $n = \`uname -m\` =~ /x86_64/ ? ${x64} : ${arm64}; print "${ESCAPED}\\n" if syscall($n, ${args.join(", ")}) >= 0'`;
