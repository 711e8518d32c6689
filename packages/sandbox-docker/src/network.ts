import type { BoundFolder } from "./bound-folders.ts";
import type { Engine } from "./engine.ts";

/** The network of one place. */
export interface PlaceNetwork {
  /** As the engine names it. */
  readonly mode: string;
  /** Added to what the first process of each container has. */
  readonly environment: Readonly<Record<string, string>>;
  /** Mounted beside the workspace's own. */
  readonly folders: readonly BoundFolder[];
  /** Makes the way out in the first container, when that runs. */
  join(engine: Engine, container: string): Promise<void>;
  close(): Promise<void>;
}

/** Nothing but a loopback. */
export const closedNetwork: PlaceNetwork = {
  mode: "none",
  environment: {},
  folders: [],
  join: async () => {},
  close: async () => {},
};
