import type { OnHost } from "../../doctor/sandbox-under-attack.ts";
import type { SandboxProvider } from "../../ports/sandbox.ts";
import type { CompleteVolumeProvider } from "../../ports/volume.ts";

/** What bounds the networks of a provider's workspaces, beside their specs. */
export interface EscapeNetwork {
  readonly ports: readonly number[];
  /** Ranges that may be reached though they are none of the public internet. */
  readonly privateNetworks: readonly string[];
  readonly resolve: (
    name: string,
  ) => Promise<readonly { readonly address: string; readonly family: 4 | 6 }[]>;
}

export interface EscapesUnderTest {
  /** Not started yet. */
  readonly provider: SandboxProvider;
  /** Another provider, not started yet, that mounts the same volumes. */
  readonly withNetwork: (network: EscapeNetwork) => SandboxProvider;
  /** Another provider, not started yet, of a service that keeps its data in this folder of the host. */
  readonly withData: (dir: string) => SandboxProvider;
  /** Volumes with a `hostPath` that it can mount. */
  readonly volumes: CompleteVolumeProvider;
  readonly onHost: OnHost;
  /** Removes what the fixture made, after the provider and the volumes were closed. */
  readonly remove?: () => Promise<void>;
}

export type MakeEscapes = () => EscapesUnderTest | Promise<EscapesUnderTest>;
