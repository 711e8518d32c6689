import type { SandboxProvider } from "../../ports/sandbox.ts";
import type { VolumeProvider } from "../../ports/volume.ts";

export interface SandboxesUnderTest {
  /** Not started yet. */
  readonly provider: SandboxProvider;
  /** Volumes that it can mount. */
  readonly volumes: VolumeProvider;
  /** A provider whose engine is missing, not started. */
  readonly withoutEngine: SandboxProvider;
  /** The value of a variable in the host's own environment, which no command may see. */
  readonly canary: string;
  /** Whether a spec may name an image. Default false. */
  readonly hasImages?: boolean;
  /** The host's processes that have a text in their environment, where commands are processes of the host. */
  readonly hostProcesses?: (text: string) => Promise<readonly number[]>;
  /** The arguments of all the host's processes, likewise. */
  readonly hostArguments?: () => Promise<string>;
  /** Removes what the fixture made, after the provider and the volumes were closed. */
  readonly remove?: () => Promise<void>;
}

export type MakeSandboxes = () => SandboxesUnderTest | Promise<SandboxesUnderTest>;
