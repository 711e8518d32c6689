import type { SandboxProvider } from "../../ports/sandbox.ts";
import type { VolumeProvider } from "../../ports/volume.ts";

export interface EscapesUnderTest {
  /** Not started yet. */
  readonly provider: SandboxProvider;
  /** Volumes with a `hostPath` that it can mount. */
  readonly volumes: VolumeProvider;
  /** Runs a script by the host's bash, as the service itself could, in this folder: where an attack has no defence against it. */
  readonly onHost: (
    script: string,
    options: { readonly folder: string; readonly env: Readonly<Record<string, string>> },
  ) => Promise<{ readonly stdout: string }>;
  /** Removes what the fixture made, after the provider and the volumes were closed. */
  readonly remove?: () => Promise<void>;
}

export type MakeEscapes = () => EscapesUnderTest | Promise<EscapesUnderTest>;
