import type { SandboxProvider } from "@workspace-agent/core";
import { fromAiSdkSandbox, type AiSdkSandboxSession } from "@workspace-agent/sandbox-ai-sdk";
import {
  NotFoundError,
  SandboxFilesystemNotFoundError,
  type ContainerProcess,
  type Sandbox,
  type SandboxCreateParams,
  type SandboxExecParams,
} from "modal";

type ModalProcess = Pick<ContainerProcess<Uint8Array>, "wait"> & {
  readonly [Name in "stdout" | "stderr"]: ReadableStream<Uint8Array>;
};

interface ModalSandbox {
  exec(command: string[], params: SandboxExecParams & { mode: "binary" }): Promise<ModalProcess>;
  readonly filesystem: Pick<Sandbox["filesystem"], "readBytes" | "writeBytes">;
  terminate(): Promise<void>;
}

/** The part of a `ModalClient` that is used, for one app and one image. */
export interface ModalSandboxes {
  /** Throws `NotFoundError`. */
  fromName(name: string): Promise<ModalSandbox>;
  create(params: SandboxCreateParams): Promise<ModalSandbox>;
}

/** How long a sandbox lives, and how long without a command. A command after it gets a new sandbox. */
const LIFE_MS = 24 * 3_600_000;
const IDLE_MS = 3_600_000;

async function find(sandboxes: ModalSandboxes, name: string): Promise<ModalSandbox | null> {
  try {
    return await sandboxes.fromName(name);
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

/** Sandboxes of Modal without a network, one for each workspace. Commands are root there. */
export function modalSandboxes(sandboxes: ModalSandboxes): SandboxProvider {
  return fromAiSdkSandbox({
    kind: "modal",
    network: "none",
    async open({ workspaceId, cpus, memoryMb }) {
      const sandbox =
        (await find(sandboxes, workspaceId)) ??
        (await sandboxes.create({
          name: workspaceId,
          cpuLimit: cpus,
          cpu: cpus,
          memoryLimitMiB: memoryMb,
          memoryMiB: memoryMb,
          blockNetwork: true,
          timeoutMs: LIFE_MS,
          idleTimeoutMs: IDLE_MS,
        }));
      return modalSession(sandbox);
    },
    async close(workspaceId) {
      await (await find(sandboxes, workspaceId))?.terminate();
    },
  });
}

export function modalSession(sandbox: Omit<ModalSandbox, "terminate">): AiSdkSandboxSession {
  const exec = (command: string, env: Record<string, string> = {}) =>
    sandbox.exec(["bash", "-c", command], { mode: "binary", env });

  return {
    description: "A sandbox of Modal.",
    async readFile({ path }) {
      try {
        const bytes = await sandbox.filesystem.readBytes(path);
        return new Blob([Uint8Array.from(bytes)]).stream();
      } catch (error) {
        if (error instanceof SandboxFilesystemNotFoundError) return null;
        throw error;
      }
    },
    async writeFile({ path, content }) {
      await sandbox.filesystem.writeBytes(await new Response(content).bytes(), path);
    },
    async run({ command, env }) {
      const started = await exec(command, env);
      const [stdout, stderr, exitCode] = await Promise.all([
        new Response(started.stdout).text(),
        new Response(started.stderr).text(),
        started.wait(),
      ]);
      return { exitCode, stdout, stderr };
    },
    async spawn({ command, env = {} }) {
      // Modal ends no single command: it runs as the leader of a session, which a second command ends.
      const pidFile = `/tmp/.pid-${crypto.randomUUID()}`;
      const leader = `echo $$ > ${pidFile}; eval "$COMMAND_OF_SESSION"`;
      const started = await sandbox.exec(["setsid", "--wait", "bash", "-c", leader], {
        mode: "binary",
        env: { ...env, COMMAND_OF_SESSION: command },
      });
      return {
        stdout: started.stdout,
        stderr: started.stderr,
        wait: async () => ({ exitCode: await started.wait() }),
        async kill() {
          await (await exec(`kill -KILL -- "-$(cat ${pidFile})"`)).wait();
        },
      };
    },
  };
}
