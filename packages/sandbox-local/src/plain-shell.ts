import { DomainError } from "@workspace-agent/core";
import type { Socket } from "node:net";
import { signalProcess } from "./kill.ts";
import { ANSWER_FD, ANSWER_MS, framed, Launcher, READ_FRAMED } from "./launcher.ts";
import type { NamedPipe, NamedPipes } from "./named-pipes.ts";
import { exported, quote } from "./script.ts";

const STATUS_FD = 5;
const KILLED = 137;
/** What a terminal or a command itself may send to its whole group, and must not end who waits for the command's exit code. */
const SIGNALS = "HUP INT QUIT TERM USR1 USR2 ALRM";
/** What the bash of a command does first, before it knows the command: it says that it has read it, and goes on with it. */
const WAIT = `LC_ALL=C; ${READ_FRAMED} && { echo >&${STATUS_FD}; exec ${STATUS_FD}>&-; eval "$__line"; }`;

export interface PlainCommand {
  readonly command: string;
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface PlainProcess {
  /** Also of its process group. */
  readonly pid: number;
  readonly stdout: Socket;
  readonly stderr: Socket;
  /** 128 + signal number when it was killed. */
  readonly exited: Promise<number>;
}

/** A bash that waits to be told its command. */
interface Waiting extends PlainProcess {
  readonly script: Socket;
  /** Whether it has read its command; without it, the command was not begun and never will be. */
  readonly begun: Promise<boolean>;
  readonly isThere: () => boolean;
}

/** What is told by a pipe: an empty line when the command is begun, then its exit code by who is killed together with it. */
function statusFrom({ stream }: NamedPipe): Pick<Waiting, "begun" | "exited"> {
  const begun = Promise.withResolvers<boolean>();
  const exited = Promise.withResolvers<number>();
  let told = "";
  const end = () => {
    begun.resolve(false);
    exited.resolve(KILLED);
  };
  stream.on("data", (chunk: Buffer) => {
    told += chunk.toString("latin1");
    begun.resolve(told.startsWith("\n"));
    const [, exitCode] = /^(\d+)\n/m.exec(told) ?? [];
    if (exitCode !== undefined) exited.resolve(Number(exitCode));
  });
  stream.once("close", end);
  stream.once("error", end);
  return { begun: begun.promise, exited: exited.promise };
}

/** Makes of the bash that waits one that was just started with this environment; in its locale the command is parsed. */
function scriptOf({ command, directory, env }: PlainCommand): string {
  const anew = "unset LC_ALL OLDPWD __line __size; export OLDPWD; SECONDS=0; exec </dev/null";
  // The last command before is what `$_` names: as in a bash that was just started, bash itself.
  return `cd -- ${quote(directory)} || exit 127; ${anew}; ${exported(env)}: /bin/bash; eval ${quote(command)}`;
}

function discard({ pid, stdout, stderr, script, isThere }: Waiting): void {
  if (isThere()) signalProcess(-pid, "SIGKILL");
  for (const stream of [stdout, stderr, script]) stream.destroy();
}

/**
 * Starts plain commands from a shell that stays open, each in a process group of its own: a fork of the server itself would hold up
 * all that it does for the longer the more memory it has. One bash is started ahead: a command does not pay for that start.
 */
export class PlainShell {
  private launcher: Launcher | null = null;
  private ahead: Promise<Waiting | null> | null = null;
  private isClosed = false;

  constructor(private readonly pipes: NamedPipes) {}

  /** With the environment that is given and no other; null: aborted before it began. Throws `sandbox_unavailable`. */
  async run(command: PlainCommand, signal?: AbortSignal): Promise<PlainProcess | null> {
    const script = framed(scriptOf(command));
    for (const next of [() => this.take(), () => this.prepare()]) {
      const waiting = await next();
      const process = waiting === null ? null : await this.tell(waiting, script, signal);
      if (process !== null) {
        // Not at once: it would hold up this command, and what is done at its end.
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

  /** Null: it was killed or stopped while it waited, as a command may do to any bash. */
  private async tell(waiting: Waiting, script: string, signal?: AbortSignal): Promise<Waiting | null> {
    let isDecided = false;
    const giveUp = () => {
      if (!isDecided) discard(waiting);
    };
    waiting.script.end(script);
    // One that was stopped would never read it. Where this process stood still, what it was told meanwhile is heard first.
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
    // The next command tries again, and is told why it cannot be started.
    this.ahead = this.prepare().catch(() => null);
  }

  private async prepare(): Promise<Waiting> {
    if (this.launcher?.isRunning !== true) this.launcher = Launcher.startPlain();
    const taken: NamedPipe[] = [];
    const take = async (own: "reader" | "writer") => {
      const pipe = await this.pipes.take(own);
      taken.push(pipe);
      return pipe;
    };
    try {
      const [output, errors, status] = [await take("reader"), await take("reader"), await take("reader")];
      const script = await take("writer");
      // Who is killed before it has read its command has not said that it has.
      script.stream.on("error", () => {});
      const bash = `exec -c /bin/bash --norc -c ${quote(WAIT)} ${ANSWER_FD}>&-`;
      // The answer comes when all pipes are open, and gives who waits: the command is of the same group.
      const pid = await this.launcher.ask((id) => {
        const files = `<${quote(script.path)} >${quote(output.path)} 2>${quote(errors.path)}`;
        const command = `( echo "${id} $__pid" >&${ANSWER_FD}; ${bash} ) ${files}`;
        const waiting = `__pid=$BASHPID; trap : ${SIGNALS}; ${command}; echo $? >&${STATUS_FD}`;
        return `( { ${waiting}; } </dev/null 2>/dev/null ${STATUS_FD}>${quote(status.path)}; echo "${id} 0" >&${ANSWER_FD} ) &`;
      });
      if (pid === null || pid === 0)
        throw new DomainError("sandbox_unavailable", "bash could not be started.");
      for (const pipe of taken) pipe.handedOver();
      let hasEnded = false;
      const { begun, exited } = statusFrom(status);
      void exited.then(() => (hasEnded = true));
      const { stream: stdout } = output;
      const { stream: stderr } = errors;
      return { pid, stdout, stderr, begun, exited, script: script.stream, isThere: () => !hasEnded };
    } catch (error) {
      for (const pipe of taken) {
        pipe.handedOver();
        pipe.stream.destroy();
      }
      throw error;
    }
  }

  /** What was started goes on. */
  async close(): Promise<void> {
    this.isClosed = true;
    const waiting = (await this.ahead) ?? null;
    this.ahead = null;
    if (waiting !== null) discard(waiting);
    await this.launcher?.stop();
    this.launcher = null;
  }
}
