import { DomainError, type SandboxProvider } from "@workspace-agent/core";
import {
  runToEnd,
  sandboxFiles,
  type CommandOptions,
  type Sandbox,
  type SandboxSpec,
} from "@workspace-agent/core/ports";
import { totalmem } from "node:os";
import { filesInside } from "./files/files-inside.ts";
import { InterpretedPlace } from "./interpreted-place.ts";
import { MemoryBudget } from "./memory-budget.ts";
import type { CommandResult } from "./messages.ts";

export interface InterpreterSandboxOptions {
  /** The built `worker.js` of this package, where a bundler has moved it. */
  readonly workerUrl?: URL;
  /** Milliseconds that a workspace's thread stays without work. Default 60,000. */
  readonly idleMs?: number;
  /** The same while `/tmp` or the home directory hold files, which are lost with the thread. Default 30 minutes. */
  readonly idleWithFilesMs?: number;
  /** Milliseconds that a killed command is given to stop by itself before the thread is ended with all that runs there. Default 1,000. */
  readonly graceMs?: number;
  /**
   * Most memory of all threads together, in MiB, whatever configs say; no thread has more. Beyond it threads are ended, those without
   * work first, then the largest. At least 64. Default: a quarter of the machine's, or of what a control group leaves of it.
   */
  readonly maxMemoryMb?: number;
  /**
   * Whether just-bash hides the thread's own means from the interpreter while a command runs, as a second wall behind the one that nothing
   * of the host is handed in. Default true: a runtime that cannot, such as Bun, is refused by `start` with `sandbox_unavailable`.
   */
  readonly defenseInDepth?: boolean;
}

const CAPABILITIES = {
  background: false,
  network: false,
  quota: false,
  stdin: false,
  pty: false,
  hostPath: false,
};

const DESCRIPTION = [
  "Bash and its usual tools, interpreted: no program is started, and there are no git, compilers, package managers or network.",
  "The files of /workspace are kept; /tmp is kept in memory and may be lost between commands.",
  "A command runs to its end: nothing goes on in the background. Links cannot be made in the workspace.",
].join(" ");

/** Beside the sources, or beside the build that this module is part of. */
function defaultWorkerUrl(): URL {
  return new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);
}

const MEBIBYTE = 1_048_576;
const MIN_MEMORY_MB = 64;

function defaultMemoryMb(): number {
  // Above what there is where nothing constrains the process, or 0; not every runtime tells.
  const constrained = "constrainedMemory" in process ? process.constrainedMemory() : 0;
  const bytes = Math.min(totalmem(), constrained > 0 ? constrained : Infinity);
  return Math.max(Math.floor(bytes / 4 / MEBIBYTE), MIN_MEMORY_MB);
}

/** What makes the place of a workspace another one. */
function fingerprint({ mounts, memoryMb }: SandboxSpec): string {
  const lasting = mounts.filter(({ isExchangeable = false }) => !isExchangeable);
  return JSON.stringify([memoryMb, lasting.map(({ target, access }) => [target, access])]);
}

function checkCommand({ command, workingDirectory = "", env = {}, stdin, pty }: CommandOptions): void {
  if (stdin !== undefined || pty !== undefined)
    throw new DomainError("sandbox_unavailable", "The interpreter gives no input and no terminal.");
  const isSound = [command, workingDirectory, ...Object.values(env)].every((text) => !text.includes("\0"));
  const areNamed = Object.keys(env).every((name) => /^[^=\0]+$/.test(name));
  if (!isSound || !areNamed)
    throw new DomainError("invalid_request", "The command holds NUL, or a variable without a name.");
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

function endedProcess({ exitCode, stdout, stderr }: CommandResult) {
  return {
    stdout: streamOf(stdout),
    stderr: streamOf(stderr),
    wait: async () => ({ exitCode }),
    kill: async () => {},
  };
}

class InterpreterSandbox implements SandboxProvider {
  readonly kind = "interpreter";
  readonly capabilities = CAPABILITIES;
  private readonly places = new Map<
    string,
    { readonly fingerprint: string; readonly place: InterpretedPlace }
  >();
  private readonly options: Required<InterpreterSandboxOptions>;
  private readonly budget: MemoryBudget;

  constructor({
    workerUrl = defaultWorkerUrl(),
    idleMs = 60_000,
    idleWithFilesMs = 1_800_000,
    graceMs = 1_000,
    maxMemoryMb = defaultMemoryMb(),
    defenseInDepth = true,
  }: InterpreterSandboxOptions) {
    if (!(maxMemoryMb >= MIN_MEMORY_MB))
      throw new RangeError(`maxMemoryMb must be at least ${MIN_MEMORY_MB}.`);
    this.options = { workerUrl, idleMs, idleWithFilesMs, graceMs, maxMemoryMb, defenseInDepth };
    this.budget = new MemoryBudget(maxMemoryMb * MEBIBYTE);
  }

  async start(): Promise<void> {
    const place = this.makePlace(128);
    try {
      const { exitCode, stderr } = await place.run({ command: "true", workingDirectory: "/tmp" }, []);
      if (exitCode !== 0) {
        const reason = new TextDecoder().decode(stderr).trim();
        throw new DomainError("sandbox_unavailable", `The interpreter cannot run a command: ${reason}`);
      }
    } finally {
      await place.close();
    }
  }

  async open(spec: SandboxSpec): Promise<Sandbox> {
    if (spec.network !== "none")
      throw new DomainError("sandbox_unavailable", "The interpreter has no network.");
    if (spec.image !== null) throw new DomainError("sandbox_unavailable", "The interpreter has no images.");
    const place = await this.placeOf(spec);
    const { mounts } = spec;
    const spawn = async (options: CommandOptions) => {
      checkCommand(options);
      return endedProcess(await place.run(options, mounts));
    };
    return {
      description: DESCRIPTION,
      ...sandboxFiles(mounts, filesInside(place, mounts)),
      spawn,
      run: async (options) => runToEnd(await spawn(options)),
      killGroup: (group) => place.killGroup(group),
    };
  }

  state(workspaceId: string): "running" | "stopped" {
    return this.places.get(workspaceId)?.place.isRunning === true ? "running" : "stopped";
  }

  async remove(workspaceId: string): Promise<void> {
    const found = this.places.get(workspaceId);
    this.places.delete(workspaceId);
    await found?.place.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.places.keys()].map((workspaceId) => this.remove(workspaceId)));
  }

  private async placeOf(spec: SandboxSpec): Promise<InterpretedPlace> {
    const found = this.places.get(spec.workspaceId);
    if (found?.fingerprint === fingerprint(spec)) return found.place;
    const place = this.makePlace(spec.memoryMb);
    this.places.set(spec.workspaceId, { fingerprint: fingerprint(spec), place });
    await found?.place.close();
    return place;
  }

  /** A quarter of the memory is the most for all files in memory, for one file that is read, and for one command's output. */
  private makePlace(memoryMb: number): InterpretedPlace {
    const { workerUrl, idleMs, idleWithFilesMs, graceMs, maxMemoryMb, defenseInDepth } = this.options;
    const memoryBytes = Math.min(memoryMb, maxMemoryMb) * MEBIBYTE;
    const quarter = Math.ceil(memoryBytes / 4);
    return new InterpretedPlace({
      thread: {
        url: workerUrl,
        memoryBytes,
        budget: this.budget,
        setup: {
          memoryFileBytes: quarter,
          outputBytes: quarter,
          defenseInDepth,
        },
      },
      idleMs,
      idleWithFilesMs,
      graceMs,
      maxFileBytes: quarter,
    });
  }
}

/**
 * Bash and its usual tools interpreted in a worker thread for each workspace in use, over any volume: no process is started and
 * nothing of the host is reached. Commands run side by side and share `/tmp`. One that does not stop when it is killed
 * ends the thread, and with it the other commands of its workspace and what is in `/tmp`.
 */
export function interpreterSandbox(options: InterpreterSandboxOptions = {}): SandboxProvider {
  return new InterpreterSandbox(options);
}
