import type { Logger } from "@workspace-agent/core";
import type { NetworkOptions } from "@workspace-agent/sandbox-process/egress";
import type { DockerCommand } from "./docker-command.ts";

/** The user of the commands, inside and on the host's files. */
export interface InsideUser {
  readonly uid: number;
  readonly gid: number;
}

/** The settings that all containers of a provider share. */
interface ContainerDefaults {
  readonly image: string;
  /** Such as gVisor's `runsc`; null: the engine's own. */
  readonly runtime: string | null;
  readonly pidsLimit: number;
  /** Names the provider among those that use the same store. */
  readonly placement: string;
  readonly network: NetworkOptions;
}

/** What is known about an engine before a container has run. */
export interface UntriedEngine {
  readonly docker: DockerCommand;
  readonly defaults: ContainerDefaults;
  readonly logger: Logger;
  /** Holds the home folder of each workspace. */
  readonly dir: string;
  /** The engine runs without root: root inside is the ordinary user who runs the engine. */
  readonly isRootless: boolean;
  readonly cpus: number;
  /** The `resolv.conf` of containers, without name servers. */
  readonly noNameServers: string;
  /** A file with the filter of system calls. */
  readonly seccomp: string;
}

/** An engine that was tested. */
export interface Engine extends UntriedEngine {
  /** A folder has the same device and inode inside as for this process, so that mounted folders can be verified. */
  readonly comparesInodes: boolean;
}
