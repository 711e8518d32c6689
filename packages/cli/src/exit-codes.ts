import { NetworkError, ProblemError, type StopReason, type Turn } from "@workspace-agent/client";

/** The exit codes; docs/cli.md documents them. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  denied: 4,
  waiting: 5,
  timedOut: 124,
  interruptedHere: 130,
  brokenPipe: 141,
} as const;

const STOPPED: Readonly<Record<StopReason, number>> = {
  end_turn: EXIT.ok,
  max_steps: 10,
  max_time: 11,
  budget_reached: 12,
  refused: 13,
  stuck: 20,
  model_error: 21,
  sandbox_error: 22,
  crashed: 23,
  output_invalid: 24,
  interrupted: 30,
};

/** The exit code for the state of a turn. */
export function exitCodeOf({ status, stop_reason }: Turn): number {
  if (status === "waiting") return EXIT.waiting;
  return stop_reason === null ? EXIT.failed : STOPPED[stop_reason];
}

/** An error of a command with its message and exit code. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: number = EXIT.failed,
  ) {
    super(message);
  }
}

/** The error of a command that is used in a wrong way. */
export const wrongUse = (message: string): CommandError => new CommandError(message, EXIT.usage);

export function exitCodeOfError(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode;
  if (NetworkError.isInstance(error)) return EXIT.unreachable;
  if (ProblemError.isInstance(error) && (error.status === 401 || error.status === 403)) return EXIT.denied;
  return EXIT.failed;
}
