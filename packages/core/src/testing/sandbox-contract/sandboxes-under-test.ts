import type { SandboxProvider } from "../../ports/sandbox.ts";
import type { CompleteVolumeProvider } from "../../ports/volume.ts";

/** What a sandbox can do already, in the order in which it is best built. All of it is needed to run what a model writes. */
export type SandboxPart =
  "commands" | "files" | "mounts" | "output" | "killing" | "sharing" | "isolation" | "lifecycle";

/** The parts of a complete sandbox. */
export const SANDBOX_PARTS: readonly SandboxPart[] = [
  "commands",
  "files",
  "mounts",
  "output",
  "killing",
  "sharing",
  "isolation",
  "lifecycle",
];

export interface SandboxesUnderTest {
  /** Not started yet. */
  readonly provider: SandboxProvider;
  /** Volumes that it can mount. */
  readonly volumes: CompleteVolumeProvider;
  /** A provider whose engine is missing, not started. For the part `lifecycle`. */
  readonly withoutEngine?: SandboxProvider;
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
