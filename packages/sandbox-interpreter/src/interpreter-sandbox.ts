import type { SandboxProvider } from "@workspace-agent/core";
import {
  checkCommand,
  runToEnd,
  sandboxFiles,
  sandboxUnavailable,
  streamBytes,
  type CommandOptions,
  type Sandbox,
  type SandboxSpec,
} from "@workspace-agent/core/ports";
import { totalmem } from "node:os";
import { filesInside } from "./files/files-inside.ts";
import { InterpreterInstance } from "./interpreter-instance.ts";
import { MemoryBudget } from "./memory-budget.ts";
import type { CommandResult } from "./messages.ts";

export interface InterpreterSandboxOptions {
  /** The built `worker.js` of this package, where a bundler has moved it. */
  readonly workerUrl?: URL;
  /** Milliseconds after which an idle thread is ended. Default 60,000. */
  readonly idleMs?: number;
  /** The same while `/tmp` or the home directory have files, which are lost with the thread. Default 30 minutes. */
  readonly idleWithFilesMs?: number;
  /** Milliseconds that a killed command has to stop by itself before the thread is ended with all that runs there. Default 1,000. */
  readonly graceMs?: number;
  /**
   * The most memory of all threads together, in MiB, whatever configs say; no thread has more. Beyond it threads are ended, idle ones first,
   * then the largest. At least 64. Default: a quarter of the memory of the machine or its control group.
   */
  readonly maxMemoryMb?: number;
  /**
   * Whether just-bash hides the thread's globals from the interpreter while a command runs, as a second line of defence. Default true: `start`
   * throws `sandbox_unavailable` on a runtime where that is impossible, such as Bun.
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
  "The files of /workspace persist; /tmp is in memory and may be lost between commands.",
  "A command runs to its end: nothing goes on in the background. Links cannot be made in the workspace.",
].join(" ");

/** Beside this source, or beside the build that contains this module. */
function defaultWorkerUrl(): URL {
  return new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);
}

const MEBIBYTE = 1_048_576;
const MIN_MEMORY_MB = 64;

function defaultMemoryMb(): number {
  // 0 or more than the machine's where nothing constrains the process. Some runtimes lack it.
  const constrained = "constrainedMemory" in process ? process.constrainedMemory() : 0;
  const bytes = Math.min(totalmem(), constrained > 0 ? constrained : Infinity);
  return Math.max(Math.floor(bytes / 4 / MEBIBYTE), MIN_MEMORY_MB);
}

/** Equal for two specs that one instance can serve. */
function formOf({ mounts, memoryMb }: SandboxSpec): string {
  const lasting = mounts.filter(({ isExchangeable = false }) => !isExchangeable);
  return JSON.stringify([memoryMb, lasting.map(({ target, access }) => [target, access])]);
}

const endedProcess = ({ exitCode, stdout, stderr }: CommandResult) => ({
  stdout: streamBytes(stdout, 0, stdout.length),
  stderr: streamBytes(stderr, 0, stderr.length),
  wait: async () => ({ exitCode }),
  kill: async () => {},
});

class InterpreterSandbox implements SandboxProvider {
  readonly kind = "interpreter";
  readonly capabilities = CAPABILITIES;
  private readonly opened = new Map<
    string,
    { readonly form: string; readonly instance: InterpreterInstance }
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
      throw new RangeError(`maxMemoryMb is ${maxMemoryMb}, but must be at least ${MIN_MEMORY_MB}.`);
    this.options = { workerUrl, idleMs, idleWithFilesMs, graceMs, maxMemoryMb, defenseInDepth };
    this.budget = new MemoryBudget(maxMemoryMb * MEBIBYTE);
  }

  async start(): Promise<void> {
    const instance = this.makeInstance(128);
    try {
      const { exitCode, stderr } = await instance.run({ command: "true", workingDirectory: "/tmp" }, []);
      if (exitCode !== 0) {
        const reason = new TextDecoder().decode(stderr).trim();
        throw sandboxUnavailable(`The interpreter cannot run a command: ${reason}`);
      }
    } finally {
      await instance.close();
    }
  }

  async open(spec: SandboxSpec): Promise<Sandbox> {
    if (spec.network !== "none")
      throw sandboxUnavailable("The interpreter has no network. Set the network of the workspace to none.");
    if (spec.image !== null)
      throw sandboxUnavailable(`The interpreter has no images, but the config names ${spec.image}.`);
    const instance = await this.instanceOf(spec);
    const { mounts } = spec;
    const spawn = async (options: CommandOptions) => {
      if (options.stdin !== undefined || options.pty !== undefined)
        throw sandboxUnavailable("The interpreter has no standard input and no terminal.");
      checkCommand(options);
      return endedProcess(await instance.run(options, mounts));
    };
    return {
      description: DESCRIPTION,
      ...sandboxFiles(
        mounts,
        filesInside((request) => instance.inside(request, mounts)),
      ),
      spawn,
      run: async (options) => runToEnd(await spawn(options)),
      killGroup: (group) => instance.killGroup(group),
    };
  }

  state(workspaceId: string): "running" | "stopped" {
    return this.opened.get(workspaceId)?.instance.isRunning === true ? "running" : "stopped";
  }

  stopIdle(workspaceId: string): void {
    this.opened.get(workspaceId)?.instance.stopIdle();
  }

  async remove(workspaceId: string): Promise<void> {
    const found = this.opened.get(workspaceId);
    this.opened.delete(workspaceId);
    await found?.instance.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.opened.keys()].map((workspaceId) => this.remove(workspaceId)));
  }

  private async instanceOf(spec: SandboxSpec): Promise<InterpreterInstance> {
    const found = this.opened.get(spec.workspaceId);
    const form = formOf(spec);
    if (found?.form === form) return found.instance;
    const instance = this.makeInstance(spec.memoryMb);
    this.opened.set(spec.workspaceId, { form, instance });
    await found?.instance.close();
    return instance;
  }

  /** Files in memory, a file that is read, and the output of a command may each take a quarter of the memory. */
  private makeInstance(memoryMb: number): InterpreterInstance {
    const { workerUrl, maxMemoryMb, defenseInDepth } = this.options;
    const memoryBytes = Math.min(memoryMb, maxMemoryMb) * MEBIBYTE;
    const quarter = Math.ceil(memoryBytes / 4);
    const setup = { memoryFileBytes: quarter, outputBytes: quarter, defenseInDepth };
    return new InterpreterInstance({
      ...this.options,
      thread: { url: workerUrl, memoryBytes, budget: this.budget, setup },
      maxFileBytes: quarter,
    });
  }
}

/**
 * Bash and its usual tools, interpreted in a worker thread for each workspace in use, over any volume: starts no process and accesses nothing
 * of the host. Commands run concurrently and share `/tmp`. A command that does not stop when it is killed ends the thread, and with it the
 * other commands of its workspace and the files in `/tmp`.
 */
export function interpreterSandbox(options: InterpreterSandboxOptions = {}): SandboxProvider {
  return new InterpreterSandbox(options);
}
