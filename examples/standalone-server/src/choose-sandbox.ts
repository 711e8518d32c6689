import { join } from "node:path";
import {
  DomainError,
  type ContainerRepository,
  type Logger,
  type SandboxProvider,
} from "@workspace-agent/core";
import { dockerSandbox, ownerOfFiles } from "@workspace-agent/sandbox-docker";
import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { localSandbox } from "@workspace-agent/sandbox-local";
import type { Settings } from "./settings.ts";

export interface ChosenSandbox {
  readonly sandbox: SandboxProvider;
  readonly why: string;
  /** Whom the files of volumes have to belong to; absent: the server itself. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

function reasonOf(error: unknown): string {
  return DomainError.isInstance(error) ? error.detail : "it did not start";
}

function owned(): Pick<ChosenSandbox, "owner"> {
  const owner = ownerOfFiles();
  return owner === null ? {} : { owner };
}

/** What a container sandbox needs beside the settings. */
export interface ContainerParts {
  readonly containers: ContainerRepository;
  /** Names this server among those that use the same store. */
  readonly placement: string;
}

/** The image of workspaces that name none, unless SANDBOX_IMAGE does. */
export const DEFAULT_IMAGE = "workspace-agent/sandbox";

/**
 * The sandbox that SANDBOX names, or for `auto` the first that works: bubblewrap, Docker (the engine answers and the image is there), else
 * the interpreter. It is tried here, since running a command is the only proof. Throws `sandbox_unavailable` when the named one does not work.
 */
export async function chooseSandbox(
  settings: Settings,
  logger: Logger,
  { containers, placement }: ContainerParts,
): Promise<ChosenSandbox> {
  const image = settings.SANDBOX_IMAGE ?? DEFAULT_IMAGE;
  const local = () => localSandbox({ dir: join(settings.DATA_DIR, "sandboxes"), logger });
  const docker = () =>
    dockerSandbox({ image, containers, placement, dir: join(settings.DATA_DIR, "containers"), logger });
  switch (settings.SANDBOX) {
    case "local": {
      const sandbox = local();
      await sandbox.start();
      return { sandbox, why: "SANDBOX=local" };
    }
    case "interpreter":
      return { sandbox: interpreterSandbox(), why: "SANDBOX=interpreter" };
    case "docker": {
      const sandbox = docker();
      await sandbox.check();
      return { sandbox, why: `SANDBOX=docker, image ${image}`, ...owned() };
    }
    case "auto": {
      const first = local();
      try {
        await first.start();
        return { sandbox: first, why: "bubblewrap works here" };
      } catch (noBubblewrap) {
        await first.close();
        const second = docker();
        const why = `bubblewrap does not work here (${reasonOf(noBubblewrap)})`;
        try {
          await second.check();
          return { sandbox: second, why: `${why}; Docker does, image ${image}`, ...owned() };
        } catch (noDocker) {
          await second.close();
          return { sandbox: interpreterSandbox(), why: `${why}, nor does Docker (${reasonOf(noDocker)})` };
        }
      }
    }
  }
}
