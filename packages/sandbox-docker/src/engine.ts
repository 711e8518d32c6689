import type { Logger } from "@workspace-agent/core";
import type { NetworkOptions } from "@workspace-agent/egress";
import type { DockerCommand } from "./docker-command.ts";

/** Who the commands are, inside and to the files of the host. */
export interface InsideUser {
  readonly uid: number;
  readonly gid: number;
}

/** What is the same for all containers of a provider. */
export interface ContainerDefaults {
  readonly image: string;
  /** Such as gVisor's `runsc`; null: the engine's own. */
  readonly runtime: string | null;
  readonly pidsLimit: number;
  /** Names the provider among those that use the same store. */
  readonly placement: string;
  /** After this long without a command the containers of a workspace are given up. */
  readonly idleMs: number;
  readonly network: NetworkOptions;
}

/** What is known of an engine before a container has run. */
export interface UntriedEngine {
  readonly docker: DockerCommand;
  readonly defaults: ContainerDefaults;
  readonly logger: Logger;
  /** Holds the home folder of each workspace. */
  readonly dir: string;
  /** The engine runs without root: its root inside is the ordinary user who runs it. */
  readonly isRootless: boolean;
  readonly cpus: number;
  /** A file that says so, seen in place of the host's list. */
  readonly noNameServers: string;
  /** A file with the filter of system calls. */
  readonly seccomp: string;
}

/** An engine that was tried. */
export interface Engine extends UntriedEngine {
  /** A folder has the same device and inode inside as for this process, so that what was mounted can be compared with what was meant. */
  readonly comparesInodes: boolean;
}
