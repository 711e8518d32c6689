import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxProvider } from "@workspace-agent/core";
import {
  runToEnd,
  sandboxFiles,
  sandboxUnavailable,
  type CommandOptions,
  type Sandbox,
  type SandboxProcess,
  type SandboxSpec,
} from "@workspace-agent/core/ports";
import { startCommand } from "./bubblewrap.ts";
import { filesByCommands } from "./files-by-commands.ts";

/** The running instance of one workspace: its folders, and the commands that run. */
class Instance {
  /** Equal for two specs that one instance can serve. */
  readonly form: string;
  private readonly bwrap: string;
  private readonly folder: string;
  private readonly running = new Map<SandboxProcess, string | undefined>();
  private isClosed = false;

  constructor(bwrap: string, folder: string, form: string) {
    this.bwrap = bwrap;
    this.folder = folder;
    this.form = form;
  }

  start({ mounts }: SandboxSpec, options: CommandOptions): SandboxProcess {
    if (this.isClosed) throw sandboxUnavailable("The sandbox of the workspace was replaced or removed.");
    const [tmp, home] = [join(this.folder, "tmp"), join(this.folder, "home")];
    const process = startCommand({ bwrap: this.bwrap, tmp, home, mounts }, options);
    this.running.set(process, options.group);
    const forget = () => void this.running.delete(process);
    process.wait().then(forget, forget);
    return process;
  }

  async killGroup(group: string): Promise<void> {
    const found = [...this.running].filter(([, of]) => of === group);
    await Promise.all(found.map(([process]) => process.kill()));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled([...this.running.keys()].map((process) => process.kill()));
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** What needs a new instance when it changes. Exchangeable mounts come and go. */
function formOf({ mounts, image, cpus, memoryMb, diskMb, network }: SandboxSpec): string {
  const lasting = mounts.filter(({ isExchangeable = false }) => !isExchangeable);
  const seen = lasting.map(({ target, access, volume }) => [target, access, volume.hostPath]);
  return JSON.stringify([image, cpus, memoryMb, diskMb, network, seen]);
}

/** Node's pipes cannot be opened as `/dev/stdin`, so commands get no input. */
function withoutInput(options: CommandOptions): CommandOptions {
  if (options.stdin === undefined) return options;
  throw sandboxUnavailable("This sandbox gives its commands no input.");
}

/** A sandbox that starts `bwrap` for each command. It has no network, and no limits of CPU, memory and disk. */
export class BubblewrapSandbox implements SandboxProvider {
  readonly kind = "bubblewrap";
  readonly capabilities = {
    background: true,
    network: false,
    quota: false,
    stdin: false,
    pty: false,
    hostPath: true,
  };
  private readonly bwrap: string;
  private readonly instances = new Map<string, Promise<Instance>>();

  constructor(bwrap = "bwrap") {
    this.bwrap = bwrap;
  }

  /** Runs a command: no version number is a proof that the host allows namespaces. */
  async start(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), "bubblewrap-"));
    try {
      const engine = { bwrap: this.bwrap, tmp: folder, home: folder, mounts: [] };
      const { exitCode, stderr } = await runToEnd(
        startCommand(engine, { command: "true", workingDirectory: "/" }),
      );
      if (exitCode !== 0) throw sandboxUnavailable(`bwrap cannot isolate: ${stderr.trim()}`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async open(spec: SandboxSpec): Promise<Sandbox> {
    if (spec.network !== "none" || spec.image !== null)
      throw sandboxUnavailable("This sandbox has no network and no images.");
    const instance = await this.instanceOf(spec);
    const start = (options: CommandOptions) => instance.start(spec, options);
    return {
      description: "A Linux shell, without a network.",
      ...sandboxFiles(spec.mounts, filesByCommands(start)),
      spawn: async (options) => start(withoutInput(options)),
      run: async (options) => runToEnd(start(withoutInput(options))),
      killGroup: (group) => instance.killGroup(group),
    };
  }

  private instanceOf(spec: SandboxSpec): Promise<Instance> {
    const before = this.instances.get(spec.workspaceId);
    const next = this.next(before, spec);
    this.instances.set(spec.workspaceId, next);
    next.catch(() => {
      if (this.instances.get(spec.workspaceId) === next) this.instances.delete(spec.workspaceId);
    });
    return next;
  }

  private async next(before: Promise<Instance> | undefined, spec: SandboxSpec): Promise<Instance> {
    const found = await before?.catch(() => undefined);
    const form = formOf(spec);
    if (found?.form === form) return found;
    await found?.close();
    const folder = await mkdtemp(join(tmpdir(), "bubblewrap-"));
    for (const name of ["tmp", "home"]) await mkdir(join(folder, name));
    return new Instance(this.bwrap, folder, form);
  }

  state(workspaceId: string): "running" | "stopped" {
    return this.instances.has(workspaceId) ? "running" : "stopped";
  }

  async remove(workspaceId: string): Promise<void> {
    const instance = this.instances.get(workspaceId);
    this.instances.delete(workspaceId);
    await (await instance?.catch(() => undefined))?.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.instances.keys()].map((workspaceId) => this.remove(workspaceId)));
  }
}
