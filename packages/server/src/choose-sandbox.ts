import { join } from "node:path";
import { DomainError, type Logger, type SandboxProvider } from "@workspace-agent/core";
import { sandboxLossOf, type ContainerRepository } from "@workspace-agent/core/ports";
import { DEFAULT_IMAGE } from "./default-image.ts";
import type { Settings } from "./settings.ts";

export interface ChosenSandbox {
  readonly sandbox: SandboxProvider;
  readonly why: string;
  /** The owner of the files of volumes; default: the user of the server. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

function reasonOf(error: unknown): string {
  return DomainError.isInstance(error) ? error.detail : "it did not start";
}

/** The sandbox works but would expose files of the server. The operator must fix this; falling back to another sandbox would hide it. */
function showsProtected(error: unknown): boolean {
  return DomainError.isInstance(error) && error.extra?.["protected_path"] !== undefined;
}

/** What container sandboxes need besides the settings. */
export interface ContainerParts {
  /** From the store, which may still be loading. */
  readonly containers: () => Promise<ContainerRepository>;
  /** Identifies the engine and the data of this server. */
  readonly placement: string;
  readonly instanceId: string;
  /** The folder for files of sandboxes. Default: DATA_DIR. */
  readonly dir?: string;
}

/** Creates the sandboxes. Only those that are tried are loaded. */
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

/** If the engine lacks the default image, says how to build it. */
function withCommand(error: unknown): unknown {
  if (!DomainError.isInstance(error) || error.extra?.["reason"] !== "no_image") return error;
  const detail = `The container engine does not have the image ${DEFAULT_IMAGE}. Build it with \`workspace-agent sandbox-image\`, in a checkout with \`npm start -- sandbox-image\`, or set SANDBOX_IMAGE to another image.`;
  return new DomainError(error.code, detail, { cause: error });
}

/**
 * The sandbox that SANDBOX selects, or for `auto` the first that works: bubblewrap, Docker (if the engine responds and has the image),
 * otherwise the interpreter. It is tested here, because only running a command proves that it works. Throws `sandbox_unavailable` if the
 * selected one does not work or if commands could see DATA_DIR. A selected engine that is temporarily down is accepted.
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
      // Turns that need the engine wait for it.
      await sandbox.check().catch((error: unknown) => {
        if (sandboxLossOf(error) === null)
          throw settings.SANDBOX_IMAGE === undefined ? withCommand(error) : error;
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
