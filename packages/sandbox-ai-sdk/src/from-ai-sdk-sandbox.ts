import { DomainError, type SandboxProvider } from "@workspace-agent/core";
import {
  runToEnd,
  sandboxFiles,
  type Sandbox,
  type SandboxCapabilities,
  type SandboxSpec,
} from "@workspace-agent/core/ports";
import type { AiSdkSandboxSession } from "./ai-sdk-session.ts";
import { filesInside } from "./files-inside.ts";
import { ForeignPlace } from "./foreign-place.ts";
import { unlessUnavailable } from "./run-script.ts";

export interface AiSdkSandboxOptions {
  /** The host's name of this kind of sandbox, as workspaces show it. Default `ai-sdk`. */
  readonly kind?: string;
  /**
   * The sandbox of a workspace, made or found again. It must let `/workspace` and the other mounts be made: prepare it here
   * where that takes more than `mkdir`. Whatever it fails with is `sandbox_unavailable`, with that as the cause.
   */
  open(spec: SandboxSpec): PromiseLike<AiSdkSandboxSession>;
  /** Ends a workspace's sandbox: it was removed, replaced, or not used for `idleMs`. Default: nothing is to be done. */
  close?(workspaceId: string, session: AiSdkSandboxSession): PromiseLike<void>;
  /**
   * What a command reaches of the network: it is the sandbox that decides, and this says what was decided. A workspace that asks for
   * another network is refused with `sandbox_unavailable`.
   */
  readonly network: "none" | "open";
  /** Whether `open` heeds `spec.image`. Default false: an image is refused. */
  readonly hasImages?: boolean;
  /** Whether a spawned process runs beside later commands. Default true. */
  readonly background?: boolean;
  /** Whether it takes `spawn` with `stdin: true`. Default false. */
  readonly stdin?: boolean;
  /** Milliseconds between two looks at the files while a command runs; its changes are seen then, and the callers' inside. Default 2,000. */
  readonly syncMs?: number;
  /** Milliseconds that a sandbox stays without a command. Default 30 minutes. */
  readonly idleMs?: number;
}

/** What makes the place of a workspace another one. */
function fingerprint({ mounts, image, cpus, memoryMb, diskMb, network }: SandboxSpec): string {
  const lasting = mounts.filter(({ isExchangeable = false }) => !isExchangeable);
  const seen = lasting.map(({ target, access }) => [target, access]);
  return JSON.stringify([image, cpus, memoryMb, diskMb, network, seen]);
}

interface Opened {
  readonly fingerprint: string;
  readonly place: Promise<ForeignPlace>;
}

class AiSdkSandboxes implements SandboxProvider {
  readonly kind: string;
  readonly capabilities: SandboxCapabilities;
  private readonly opened = new Map<string, Opened>();

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

  /** Nothing is known before a workspace's own sandbox is opened: trying one may cost money. */
  async start(): Promise<void> {}

  async open(spec: SandboxSpec): Promise<Sandbox> {
    const { network, hasImages = false } = this.options;
    if (spec.network !== network)
      throw new DomainError("sandbox_unavailable", `The network of these sandboxes is "${network}".`);
    if (spec.image !== null && !hasImages)
      throw new DomainError("sandbox_unavailable", "These sandboxes have no images.");
    const place = await this.placeOf(spec);
    return {
      description: place.session.description,
      ...sandboxFiles(spec.mounts, filesInside(place)),
      spawn: (options) => place.spawn(options, spec.mounts),
      run: async (options) => runToEnd(await place.spawn(options, spec.mounts)),
      killGroup: (group) => place.killGroup(group),
    };
  }

  private async placeOf(spec: SandboxSpec): Promise<ForeignPlace> {
    const { workspaceId } = spec;
    const before = this.opened.get(workspaceId);
    if (before?.fingerprint === fingerprint(spec)) return before.place;
    const opened: Opened = {
      fingerprint: fingerprint(spec),
      place: this.end(workspaceId, before).then(() => this.make(spec, () => this.endIfStill(opened, spec))),
    };
    this.opened.set(workspaceId, opened);
    try {
      return await opened.place;
    } catch (error) {
      if (this.opened.get(workspaceId) === opened) this.opened.delete(workspaceId);
      throw error;
    }
  }

  private async make(spec: SandboxSpec, onIdle: () => void): Promise<ForeignPlace> {
    const { syncMs = 2_000, idleMs = 1_800_000 } = this.options;
    const session = await unlessUnavailable(() => this.options.open(spec));
    return new ForeignPlace(session, { syncMs, idleMs, onIdle });
  }

  private endIfStill(opened: Opened, { workspaceId }: SandboxSpec): void {
    if (this.opened.get(workspaceId) !== opened) return;
    // What the host's own close fails with has nobody else to be told to; the place is gone either way.
    void this.remove(workspaceId).catch(() => undefined);
  }

  private async end(workspaceId: string, opened: Opened | undefined): Promise<void> {
    const place = await opened?.place.catch(() => undefined);
    if (place === undefined) return;
    await place.close();
    await this.options.close?.(workspaceId, place.session);
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
    await Promise.all([...this.opened.keys()].map((workspaceId) => this.remove(workspaceId)));
  }
}

/**
 * Sandboxes of the AI SDK's ecosystem (any `SandboxSession`) as this service's. Such a sandbox has files of its own: the
 * mounts are copied into it before a command, and what commands changed is carried back when one ends and every
 * `syncMs` meanwhile. What a command and a caller of the file API change in one file at the same time is as the command left
 * it. How well a command is confined is the sandbox's doing.
 */
export function fromAiSdkSandbox(options: AiSdkSandboxOptions): SandboxProvider {
  return new AiSdkSandboxes(options);
}
