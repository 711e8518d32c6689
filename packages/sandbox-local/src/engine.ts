import type { NetworkOptions } from "@workspace-agent/sandbox-process/egress";
import type { HostLayout } from "./bubblewrap-arguments.ts";
import type { Hierarchy } from "./limits/hierarchy.ts";
import type { Watchdog } from "./orphans.ts";
import type { ServerFolder } from "./server-folder.ts";

/** What the confined sandboxes of a service share. */
export interface Engine {
  readonly bubblewrap: string;
  readonly nsenter: string;
  readonly host: HostLayout;
  /** The program that gives commands a terminal, inside; null: there is none. */
  readonly terminal: string | null;
  /** The file with the filter of system calls. */
  readonly seccompFilter: string;
  /** Without links. */
  readonly protectedPaths: readonly string[];
  /** Holds the files of each workspace. */
  readonly dir: string;
  /** Its name is that of started processes, by which orphans are found. It holds a folder of pipes for each sandbox. */
  readonly folder: ServerFolder;
  readonly watchdog: Watchdog;
  /** Where control groups can be made; null: nowhere. */
  readonly hierarchy: Hierarchy | null;
  readonly network: NetworkOptions;
}
