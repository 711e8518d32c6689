import { randomBytes } from "node:crypto";
import { sandboxLost, type CommandOptions } from "@workspace-agent/core/ports";
import { exported } from "@workspace-agent/sandbox-process";
import type { DockerCommand } from "./docker-command.ts";
import { OutputChannel, type OnWord } from "./output-channel.ts";
import type { Ending, Tokens } from "./output-words.ts";
import type { InsideUser } from "./engine.ts";
import { refusal } from "./refusals.ts";
import { becoming } from "./rights.ts";
import { MARK, WORKER } from "./worker-script.ts";

const READY_MS = 20_000;
const token = () => randomBytes(16).toString("hex");
const NO_TERMINAL = { columns: 0, rows: 0 };

/** A command that was sent to a worker. */
export interface Run {
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  /** Whether the worker has started it; false: it never will. */
  readonly hasBegun: Promise<boolean>;
  /** Resolves when one of the streams reports the end, since the other may wait for its reader; null: the worker is gone. */
  readonly ended: Promise<Ending | null>;
  /** Whether the worker can run the next command. Resolves when both streams have reported the end, or the worker is gone. */
  readonly isFree: Promise<boolean>;
}

/** The streams belong to the engine's user, and each command has to be able to open them. */
const WITH_OPEN_STREAMS = [
  ["bash", "--noprofile", "--norc", "-c"],
  ['chmod 0666 /dev/stdin /dev/stdout /dev/stderr && exec "$@"', "bash"],
].flat();

/** The container of workers. */
export interface WorkersOf {
  readonly docker: DockerCommand;
  readonly name: string;
  readonly user: InsideUser;
}

/** A shell in a container that waits for commands, so that none waits for the start of `docker exec`. */
export class Worker {
  readonly mark = `w${randomBytes(6).toString("hex")}`;
  private readonly client: ReturnType<DockerCommand["attached"]>;
  private readonly output: OutputChannel;
  private readonly errors: OutputChannel;
  /** The process id inside. */
  pid = 0;
  hasExited = false;

  /** Resolves when the worker accepts commands. Rejects with `sandbox_unavailable` and the engine's reason, also when it is closed before. */
  readonly ready: Promise<void>;

  constructor({ docker, name, user }: WorkersOf) {
    const args = ["exec", "--interactive", "--user", "0:0", "--env", `${MARK}=${this.mark}`, name];
    const shell = ["bash", "--noprofile", "--norc", "-c", WORKER];
    this.client = docker.attached([...args, ...WITH_OPEN_STREAMS, ...becoming(user, "guard"), ...shell]);
    this.output = new OutputChannel(this.client.stdout);
    this.errors = new OutputChannel(this.client.stderr);
    void this.client.exited.then(() => (this.hasExited = true));
    this.ready = this.untilReady();
  }

  private async untilReady(): Promise<void> {
    const timer = setTimeout(() => this.close(), READY_MS);
    const line = await this.output.firstLine;
    clearTimeout(timer);
    this.pid = Number(/^ready (\d+)$/.exec(line ?? "")?.[1] ?? 0);
    if (this.pid !== 0) return;
    await this.errors.firstLine;
    const said = this.errors.before;
    this.close();
    throw refusal(said);
  }

  get stdin() {
    return this.client.stdin;
  }

  run({ command, env, workingDirectory = "/workspace", stdin, pty }: CommandOptions): Run {
    if (this.hasExited) throw sandboxLost("not_started", "A worker of the container is gone.");
    const tokens: Tokens = { begin: token(), clean: token(), dirty: token() };
    const begun = Promise.withResolvers<true>();
    const onWord: OnWord = (word) => {
      if (word === "S") begun.resolve(true);
      else this.stdin.destroy(new Error("The command reads no more."));
    };
    // Its start is reported on one stream, and the end of its input on the other.
    const output = this.output.begin(stdin === undefined ? { ...tokens, begin: null } : tokens, onWord);
    const errors = this.errors.begin(tokens, onWord);
    const { columns, rows } = pty ?? NO_TERMINAL;
    const mode = `${pty === undefined ? "" : "terminal"} ${stdin === undefined ? "" : "input"}`;
    // No core dumps. The command follows on the same line, so that its lines keep their numbers.
    const script = `ulimit -c 0; ${exported(env)}${command}\n`;
    const words = [tokens.begin, tokens.clean, tokens.dirty, mode, columns, rows, workingDirectory, script];
    this.stdin.write(words.map((word) => `${word}\0`).join(""));
    const both = Promise.all([output.ended, errors.ended]);
    const first = Promise.race(
      [output.ended, errors.ended].map(
        async (ended) => (await ended) ?? (await both).find((one) => one !== null),
      ),
    );
    const ended = first.then((ending) => ending ?? null);
    return {
      stdout: output.stream,
      stderr: errors.stream,
      hasBegun: Promise.race([begun.promise, ended.then((ending) => ending !== null)]),
      ended,
      isFree: both.then(
        (endings) =>
          stdin === undefined && !this.hasExited && endings.every((ending) => ending?.hasStrangers === false),
      ),
    };
  }

  /** Ends the shell's client. Earlier output can still be read; the shell's command goes on. */
  close(): void {
    this.stdin.destroy();
    this.client.process.kill("SIGKILL");
  }
}
