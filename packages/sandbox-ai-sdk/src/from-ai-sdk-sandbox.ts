import type { SandboxProvider } from "@workspace-agent/core";
import {
  runToEnd,
  sandboxFiles,
  sandboxUnavailable,
  type Sandbox,
  type SandboxCapabilities,
  type SandboxSpec,
} from "@workspace-agent/core/ports";
import type { AiSdkSandboxSession } from "./ai-sdk-session.ts";
import { filesInside } from "./files-inside.ts";
import { RemoteInstance } from "./remote-instance.ts";
import { unlessUnavailable } from "./run-script.ts";

export interface AiSdkSandboxOptions<Session extends AiSdkSandboxSession = AiSdkSandboxSession> {
  /** The host's name of this kind of sandbox, as workspaces show it. Default `ai-sdk`. */
  readonly kind?: string;
  /**
   * Creates or finds the sandbox of a workspace. `/workspace` and the other mounts must be possible to make by `mkdir`: prepare the
   * sandbox here where they are not. Any error becomes `sandbox_unavailable`, with the error as the cause.
   */
  open(spec: SandboxSpec): PromiseLike<Session>;
  /** Ends a workspace's sandbox after it was removed, replaced, or not used for `idleMs`. Default: does nothing. */
  close?(workspaceId: string, session: Session): PromiseLike<void>;
  /**
   * The network that the sandbox gives its commands. A workspace with another one is refused with `sandbox_unavailable`.
   */
  readonly network: "none" | "open";
  /** Whether `open` uses `spec.image`. Default false: an image is refused. */
  readonly hasImages?: boolean;
  /** Whether a spawned process runs beside later commands. Default true. */
  readonly background?: boolean;
  /** Whether it accepts `spawn` with `stdin: true`. Default false. */
  readonly stdin?: boolean;
  /** The milliseconds between two synchronizations of the files while a command runs. Default 2,000. */
  readonly syncMs?: number;
  /** The milliseconds without a command after which a sandbox is closed. Default 30 minutes. */
  readonly idleMs?: number;
}

/** Equal for two specs that one instance can serve. */
function formOf({ mounts, image, cpus, memoryMb, diskMb, network }: SandboxSpec): string {
  const lasting = mounts.filter(({ isExchangeable = false }) => !isExchangeable);
  const seen = lasting.map(({ target, access }) => [target, access]);
  return JSON.stringify([image, cpus, memoryMb, diskMb, network, seen]);
}

interface Opened {
  readonly form: string;
  readonly instance: Promise<RemoteInstance>;
}

class AiSdkSandboxes implements SandboxProvider {
  readonly kind: string;
  readonly capabilities: SandboxCapabilities;
  private readonly opened = new Map<string, Opened>();
  /** What still ends, by workspace: a host's `close` may find sandboxes by the workspace, so the next one waits for it. */
  private readonly ending = new Map<string, Promise<void>>();

  constructor(private readonly options: AiSdkSandboxOptions) {
    const { kind = "ai-sdk", background = true, stdin = false, network } = options;
    this.kind = kind;
    this.capabilities = {
      background,
      network: network === "open",
      quota: false,
      pty: false,
      stdin,
      hostPath: false,
    };
  }

  /** Tests nothing: opening a sandbox may cost money. */
  async start(): Promise<void> {}

  async open(spec: SandboxSpec): Promise<Sandbox> {
    const { network, hasImages = false } = this.options;
    if (spec.network !== network) throw sandboxUnavailable(`The network of these sandboxes is "${network}".`);
    if (spec.image !== null && !hasImages) throw sandboxUnavailable("These sandboxes have no images.");
    const instance = await this.instanceOf(spec);
    return {
      description: instance.session.description,
      ...sandboxFiles(spec.mounts, filesInside(instance)),
      spawn: (options) => instance.spawn(options, spec.mounts),
      run: async (options) => runToEnd(await instance.spawn(options, spec.mounts)),
      killGroup: (group) => instance.killGroup(group),
    };
  }

  private async instanceOf(spec: SandboxSpec): Promise<RemoteInstance> {
    const { workspaceId } = spec;
    const before = this.opened.get(workspaceId);
    const form = formOf(spec);
    if (before?.form === form) return before.instance;
    const making = this.end(workspaceId, before).then(() =>
      this.make(spec, () => this.endIfStill(opened, spec)),
    );
    const opened: Opened = { form, instance: making };
    this.opened.set(workspaceId, opened);
    try {
      return await making;
    } catch (error) {
      if (this.opened.get(workspaceId) === opened) this.opened.delete(workspaceId);
      throw error;
    }
  }

  private async make(spec: SandboxSpec, onEnd: () => void): Promise<RemoteInstance> {
    const { syncMs = 2_000, idleMs = 1_800_000 } = this.options;
    const session = await unlessUnavailable(() => this.options.open(spec));
    return new RemoteInstance(session, { syncMs, idleMs, onIdle: onEnd, onLost: onEnd });
  }

  private endIfStill(opened: Opened, { workspaceId }: SandboxSpec): void {
    if (this.opened.get(workspaceId) !== opened) return;
    // No caller waits for the host's `close`, and the instance is gone in any case.
    void this.remove(workspaceId).catch(() => undefined);
  }

  /** Ends an instance, after others of the workspace. */
  private end(workspaceId: string, opened: Opened | undefined): Promise<void> {
    const before = this.ending.get(workspaceId) ?? Promise.resolve();
    const ended = before.catch(() => undefined).then(() => this.endNow(workspaceId, opened));
    this.ending.set(workspaceId, ended);
    const forget = () => {
      if (this.ending.get(workspaceId) === ended) this.ending.delete(workspaceId);
    };
    ended.then(forget, forget);
    return ended;
  }

  private async endNow(workspaceId: string, opened: Opened | undefined): Promise<void> {
    const instance = await opened?.instance.catch(() => undefined);
    if (instance === undefined) return;
    await instance.close();
    await this.options.close?.(workspaceId, instance.session);
  }

  state(workspaceId: string): "running" | "stopped" {
    return this.opened.has(workspaceId) ? "running" : "stopped";
  }

  async remove(workspaceId: string): Promise<void> {
    const opened = this.opened.get(workspaceId);
    this.opened.delete(workspaceId);
    await this.end(workspaceId, opened);
  }

  async close(): Promise<void> {
    const workspaceIds = [...this.opened.keys(), ...this.ending.keys()];
    await Promise.all(workspaceIds.map((workspaceId) => this.remove(workspaceId)));
  }
}

/**
 * Sandboxes of the AI SDK's ecosystem (any `SandboxSession`) as sandboxes of this service. Such a sandbox has its own files: the mounts are
 * copied into it before a command, and changes are copied back when a command ends and every `syncMs` while it runs. Where a command and a
 * caller of the file API change the same file at the same time, the command wins. The isolation of commands is that of the sandbox.
 */
export function fromAiSdkSandbox<Session extends AiSdkSandboxSession>(
  options: AiSdkSandboxOptions<Session>,
): SandboxProvider {
  return new AiSdkSandboxes(options);
}
