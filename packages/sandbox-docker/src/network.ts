import type { ContainerRecord, NetworkRefusal, SandboxSpec } from "@workspace-agent/core";
import type { BoundFolder } from "./bound-folders.ts";
import type { Engine } from "./engine.ts";

/** The network of one place. */
export interface PlaceNetwork {
  /** As the engine names it: `none` or `bridge`. */
  readonly mode: string;
  /** Added to what the first process of each container has. */
  readonly environment: Readonly<Record<string, string>>;
  /** Mounted beside the workspace's own. */
  readonly folders: readonly BoundFolder[];
  /** Makes the way out in the first container, when that runs. */
  join(engine: Engine, container: string): Promise<void>;
  takeRefusals(): readonly NetworkRefusal[];
  close(): Promise<void>;
}

export type MakeNetwork = (spec: SandboxSpec, record: ContainerRecord) => Promise<PlaceNetwork>;

function plain(mode: string): PlaceNetwork {
  return {
    mode,
    environment: {},
    folders: [],
    join: async () => {},
    takeRefusals: () => [],
    close: async () => {},
  };
}

/** Nothing but a loopback. */
export const closedNetwork = plain("none");

/** The engine's own bridge, with all that can be reached from there. */
export const openNetwork = plain("bridge");
