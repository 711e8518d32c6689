import type { Socket } from "node:net";
import { DomainError } from "@workspace-agent/core";
import { KILLED, quote } from "@workspace-agent/sandbox-process";
import { signalProcess } from "./kill.ts";
import { ANSWER_FD, ANSWER_MS, framed, Launcher } from "./launcher.ts";
import { ProcessPipes, type NamedPipe, type NamedPipes } from "./named-pipes.ts";
import { scriptOf, waitingFor } from "./waiting-bash.ts";

const STATUS_FD = 5;
/** Signals that a terminal or a command may send to its group, and that must not end the process that waits for the exit code. */
const SIGNALS = "HUP INT QUIT TERM USR1 USR2 ALRM";
const WAIT = waitingFor(0, STATUS_FD);

interface PlainCommand {
  readonly command: string;
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
}

interface PlainProcess {
  /** Also the id of its process group. */
  readonly pid: number;
  readonly stdout: Socket;
  readonly stderr: Socket;
  /** 128 + signal number when it was killed. */
  readonly exited: Promise<number>;
}

/** A bash that waits for its command. */
interface Waiting extends PlainProcess {
  readonly script: Socket;
  /** Whether it has read its command; false: the command did not start and never will. */
  readonly begun: Promise<boolean>;
  readonly isRunning: () => boolean;
}

/** Reads the status pipe: an empty line when the command starts, then its exit code. */
function statusFrom({ stream }: NamedPipe): Pick<Waiting, "begun" | "exited"> {
  const begun = Promise.withResolvers<boolean>();
  const exited = Promise.withResolvers<number>();
  let text = "";
  const end = () => {
    begun.resolve(false);
    exited.resolve(KILLED);
  };
  stream.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    begun.resolve(text.startsWith("\n"));
    const [, exitCode] = /^(\d+)\n/m.exec(text) ?? [];
    if (exitCode !== undefined) exited.resolve(Number(exitCode));
  });
  stream.once("close", end);
  stream.once("error", end);
  return { begun: begun.promise, exited: exited.promise };
}

function discard({ pid, stdout, stderr, script, isRunning }: Waiting): void {
  if (isRunning()) signalProcess(-pid, "SIGKILL");
  for (const stream of [stdout, stderr, script]) stream.destroy();
}

/**
 * Starts plain commands from a shell that stays open, each in a process group of its own: a fork blocks the server for longer the more memory
 * the server has. One bash is started ahead, so that a command does not wait for that start.
 */
export class PlainShell {
  private launcher: Launcher | null = null;
  private ahead: Promise<Waiting | null> | null = null;
  private isClosed = false;

  constructor(private readonly pipes: NamedPipes) {}

  /** Runs a command with exactly this environment; null: aborted before it started. Throws `sandbox_unavailable`. */
  async run(command: PlainCommand, signal?: AbortSignal): Promise<PlainProcess | null> {
    const script = framed(scriptOf({ ...command, preparation: "exec </dev/null" }));
    for (const next of [() => this.take(), () => this.prepare()]) {
      const waiting = await next();
      const process = waiting === null ? null : await this.send(waiting, script, signal);
      if (process !== null) {
        // Not earlier: it would slow down this command and what follows its end.
        void process.exited.then(() => setImmediate(() => this.prepareNext()));
        return process;
      }
      if (signal?.aborted === true) return null;
    }
    throw new DomainError("sandbox_unavailable", "bash ended before it had read its command.");
  }

  private async take(): Promise<Waiting | null> {
    const { ahead } = this;
    this.ahead = null;
    return ahead;
  }

  /** Sends a command; null: the bash was killed or stopped while it waited, as a command may do to any bash. */
  private async send(waiting: Waiting, script: string, signal?: AbortSignal): Promise<Waiting | null> {
    let isDecided = false;
    const giveUp = () => {
      if (!isDecided) discard(waiting);
    };
    waiting.script.end(script);
    // A stopped bash would never read it. `setImmediate` reads the pending events first, where this process was blocked.
    const timer = setTimeout(() => setImmediate(giveUp), ANSWER_MS);
    if (signal?.aborted === true) giveUp();
    signal?.addEventListener("abort", giveUp, { once: true });
    const hasBegun = await waiting.begun;
    isDecided = true;
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
    if (hasBegun) return waiting;
    discard(waiting);
    return null;
  }

  private prepareNext(): void {
    if (this.isClosed || this.ahead !== null) return;
    // The next command tries again and reports the error.
    this.ahead = this.prepare().catch(() => null);
  }

  private async prepare(): Promise<Waiting> {
    if (this.launcher?.isRunning !== true) this.launcher = Launcher.startPlain();
    const own = new ProcessPipes(this.pipes);
    try {
      const [output, errors] = [await own.take("reader"), await own.take("reader")];
      const [status, script] = [await own.take("reader"), await own.take("writer")];
      // A bash that is killed before it has read its command reports nothing.
      script.stream.on("error", () => {});
      const bash = `exec -c /bin/bash --norc -c ${quote(WAIT)} ${ANSWER_FD}>&-`;
      // The answer arrives when all pipes are open. Its id is that of the waiting process, whose group the command joins.
      const pid = await this.launcher.ask((id) => {
        const files = `<${quote(script.path)} >${quote(output.path)} 2>${quote(errors.path)}`;
        const command = `( echo "${id} $__pid" >&${ANSWER_FD}; ${bash} ) ${files}`;
        const waiting = `__pid=$BASHPID; trap : ${SIGNALS}; ${command}; echo $? >&${STATUS_FD}`;
        return `( { ${waiting}; } </dev/null 2>/dev/null ${STATUS_FD}>${quote(status.path)}; echo "${id} 0" >&${ANSWER_FD} ) &`;
      });
      if (pid === null || pid === 0)
        throw new DomainError("sandbox_unavailable", "bash could not be started.");
      own.handedOver();
      let hasEnded = false;
      const { begun, exited } = statusFrom(status);
      void exited.then(() => (hasEnded = true));
      const { stream: stdout } = output;
      const { stream: stderr } = errors;
      return { pid, stdout, stderr, begun, exited, script: script.stream, isRunning: () => !hasEnded };
    } catch (error) {
      own.destroy();
      throw error;
    }
  }

  /** Started commands go on. */
  async close(): Promise<void> {
    this.isClosed = true;
    const waiting = (await this.ahead) ?? null;
    this.ahead = null;
    if (waiting !== null) discard(waiting);
    await this.launcher?.stop();
    this.launcher = null;
  }
}
