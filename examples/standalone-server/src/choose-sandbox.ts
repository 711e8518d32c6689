import { join } from "node:path";
import { DomainError, type Logger, type SandboxProvider } from "@workspace-agent/core";
import { sandboxLossOf, type ContainerRepository } from "@workspace-agent/core/ports";
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

/** The sandbox would work, and show commands what is the server's own: that is for the operator to put right, and no reason to take another. */
function showsProtected(error: unknown): boolean {
  return DomainError.isInstance(error) && error.extra?.["protected_path"] !== undefined;
}

/** What a container sandbox needs beside the settings. */
export interface ContainerParts {
  /** Of the store, which may still be loading. */
  readonly containers: () => Promise<ContainerRepository>;
  /** Names this server's engine and data. */
  readonly placement: string;
  readonly instanceId: string;
  /** Where sandboxes have files of their own. Default: DATA_DIR. */
  readonly dir?: string;
}

/** The image of workspaces that name none, unless SANDBOX_IMAGE does. */
export const DEFAULT_IMAGE = "workspace-agent/sandbox";

/** What each is made with. Only what is tried is loaded. */
function sandboxMakers(
  settings: Settings,
  logger: Logger,
  { containers, placement, instanceId, dir: ownDir = settings.DATA_DIR }: ContainerParts,
) {
  const image = settings.SANDBOX_IMAGE ?? DEFAULT_IMAGE;
  return {
    image,
    async local() {
      const { localSandbox } = await import("@workspace-agent/sandbox-local");
      return localSandbox({
        dir: join(ownDir, "sandboxes"),
        protectedPaths: [settings.DATA_DIR],
        logger,
      });
    },
    async docker() {
      const { dockerSandbox, ownerOfFiles } = await import("@workspace-agent/sandbox-docker");
      const dir = join(ownDir, "containers");
      const owner = ownerOfFiles();
      return {
        sandbox: dockerSandbox({
          image,
          containers: await containers(),
          placement,
          instanceId,
          dir,
          logger,
        }),
        owned: owner === null ? {} : { owner },
      };
    },
    async interpreter() {
      const { interpreterSandbox } = await import("@workspace-agent/sandbox-interpreter");
      return interpreterSandbox();
    },
  };
}

/**
 * The sandbox that SANDBOX names, or for `auto` the first that works: bubblewrap, Docker (the engine answers and the image is there), else
 * the interpreter. It is tried here, since running a command is the only proof. Throws `sandbox_unavailable` when the named one does not work,
 * and where commands would see DATA_DIR; a named engine that does not answer just now is taken all the same.
 */
export async function chooseSandbox(
  settings: Settings,
  logger: Logger,
  parts: ContainerParts,
): Promise<ChosenSandbox> {
  const { image, ...make } = sandboxMakers(settings, logger, parts);
  switch (settings.SANDBOX) {
    case "local": {
      const sandbox = await make.local();
      await sandbox.start();
      return { sandbox, why: "SANDBOX=local" };
    }
    case "interpreter":
      return { sandbox: await make.interpreter(), why: "SANDBOX=interpreter" };
    case "docker": {
      const { sandbox, owned } = await make.docker();
      // An engine that is away is waited for by the turns that need it.
      await sandbox.check().catch((error: unknown) => {
        if (sandboxLossOf(error) === null) throw error;
      });
      return { sandbox, why: `SANDBOX=docker, image ${image}`, ...owned };
    }
    case "auto": {
      const first = await make.local();
      try {
        await first.start();
        return { sandbox: first, why: "bubblewrap works here" };
      } catch (noBubblewrap) {
        await first.close();
        if (showsProtected(noBubblewrap)) throw noBubblewrap;
        const { sandbox: second, owned } = await make.docker();
        const why = `bubblewrap does not work here (${reasonOf(noBubblewrap)})`;
        try {
          await second.check();
          return { sandbox: second, why: `${why}; Docker does, image ${image}`, ...owned };
        } catch (noDocker) {
          await second.close();
          return {
            sandbox: await make.interpreter(),
            why: `${why}, nor does Docker (${reasonOf(noDocker)})`,
          };
        }
      }
    }
  }
}
