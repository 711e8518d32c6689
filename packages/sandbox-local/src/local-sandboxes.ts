import type { SandboxProvider } from "@workspace-agent/core";
import { sandboxUnavailable, type SandboxCapabilities, type SandboxSpec } from "@workspace-agent/core/ports";
import {
  ProcessSandboxes,
  type ProcessSandboxOptions,
  type SandboxInstance,
} from "@workspace-agent/sandbox-process";
import type { NetworkOptions } from "@workspace-agent/sandbox-process/egress";
import { removeFolder } from "@workspace-agent/volume-folder";
import { BubblewrapInstance } from "./bubblewrap-instance.ts";
import { describeLimits } from "./limits/instance-limits.ts";
import { PlainInstance } from "./plain-instance.ts";
import { PlainShell } from "./plain-shell.ts";
import { findEngine } from "./probe.ts";
import { findProgram } from "./programs.ts";
import { checkMounts } from "./protected-paths.ts";
import { makeServerFolder } from "./server-folder.ts";
import { findTerminal } from "./terminal.ts";

export interface LocalSandboxOptions extends ProcessSandboxOptions {
  /** Holds `/tmp` and the home folder of each workspace. Default: a new folder that `close` removes. */
  readonly dir?: string;
  /** `none` runs commands as plain processes of this host, with all rights of its user. Default `bubblewrap`. */
  readonly isolation?: "bubblewrap" | "none";
  /** Default: found in PATH. */
  readonly bwrapPath?: string;
  /** After this long without a command a workspace's namespaces are released; default 10 minutes. */
  readonly idleMs?: number;
  /** Paths of the host that commands may read, beside /usr. */
  readonly extraReadOnlyPaths?: readonly string[];
  /**
   * Paths of the host that commands must never see, such as the folder of the service's database and keys: `start` and `open` throw
   * where they would. Always includes `dir`. A workspace's own folder may be in one.
   */
  readonly protectedPaths?: readonly string[];
  /** What workspaces with a network may reach, beside the hosts that their configs name. */
  readonly network?: NetworkOptions;
}

interface Started {
  readonly make: (spec: SandboxSpec) => SandboxInstance;
  readonly hasTerminal: boolean;
  readonly protectedPaths: readonly string[];
  /** Ends what the instances share. */
  close(): Promise<void>;
}

class LocalSandboxes extends ProcessSandboxes<SandboxInstance> implements SandboxProvider {
  readonly kind = "local";
  private started: Started | null = null;

  constructor(private readonly options: LocalSandboxOptions) {
    super(options, removeFolder);
  }

  get capabilities(): SandboxCapabilities {
    const pty = this.started?.hasTerminal ?? false;
    const network = this.options.isolation !== "none";
    return { background: true, network, quota: true, stdin: true, pty, hostPath: true };
  }

  async start(): Promise<void> {
    this.started ??= await (this.options.isolation === "none" ? this.startPlain() : this.startConfined());
  }

  private async startPlain(): Promise<Started> {
    const { context } = this;
    context.logger.warn({}, "commands run without isolation: they have all rights of this process");
    const terminal = await findTerminal();
    const mkfifo = process.platform === "linux" ? await findProgram("mkfifo") : null;
    const folder = mkfifo === null ? null : await makeServerFolder(await this.makeDir(), mkfifo);
    const shell = folder === null ? null : new PlainShell(folder.pipes);
    return {
      make: (spec) => new PlainInstance(spec, context, terminal, shell),
      hasTerminal: terminal !== null,
      protectedPaths: [],
      async close() {
        await shell?.close();
        await folder?.remove();
      },
    };
  }

  private async startConfined(): Promise<Started> {
    const { context } = this;
    const { network = {}, bwrapPath, extraReadOnlyPaths = [], protectedPaths = [] } = this.options;
    if (this.options.network !== undefined)
      (await import("@workspace-agent/sandbox-process/egress")).checkNetworkOptions(network);
    const engine = await findEngine({
      dir: await this.makeDir(),
      network,
      extraReadOnlyPaths,
      protectedPaths,
      ...(bwrapPath !== undefined && { bwrapPath }),
    });
    context.logger.info({}, describeLimits(engine.hierarchy));
    return {
      make: (spec) => new BubblewrapInstance(engine, spec, context),
      hasTerminal: engine.terminal !== null,
      protectedPaths: engine.protectedPaths,
      async close() {
        await engine.watchdog.stop();
        await engine.folder.remove();
      },
    };
  }

  protected prepare(spec: SandboxSpec): () => SandboxInstance {
    const { started } = this;
    if (started === null) throw sandboxUnavailable("The local sandbox was not started. Call `start` first.");
    if (spec.image !== null)
      throw sandboxUnavailable(`The local sandbox has no images, but the config names ${spec.image}.`);
    if (spec.network !== "none" && !this.capabilities.network)
      throw sandboxUnavailable(
        'Without isolation the network of commands cannot be limited. Set the network to "none", or use bubblewrap.',
      );
    checkMounts(spec.mounts, started.protectedPaths);
    return () => started.make(spec);
  }

  async close(): Promise<void> {
    await this.endAll();
    const { started } = this;
    this.started = null;
    await started?.close();
    await this.removeDir();
  }
}

/**
 * Commands on this host, in a bubblewrap for each workspace: no network but what a config names, no host file outside of its mounts, no host
 * environment. `start` throws `sandbox_unavailable` where that is impossible, unless `isolation` is `none`.
 */
export function localSandbox(options: LocalSandboxOptions = {}): SandboxProvider {
  return new LocalSandboxes(options);
}
