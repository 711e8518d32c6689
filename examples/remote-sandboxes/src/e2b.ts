import type { SandboxProvider } from "@workspace-agent/core";
import { fromAiSdkSandbox, type AiSdkSandboxSession } from "@workspace-agent/sandbox-ai-sdk";
import { CommandExitError, FileNotFoundError, Sandbox, type ConnectionOpts } from "e2b";
import { CommandOutput } from "./command-output.ts";

export interface E2bOptions extends ConnectionOpts {
  /** The template whose sandboxes are made. It has bash. Default: E2B's own. */
  readonly template?: string;
}

/** How long a sandbox lives. Plans have limits. A command after it gets a new sandbox. */
const LIFE_MS = 60 * 60_000;
/** Commands run as a user who may not make folders in the root. */
const MAKE_FOLDERS = "mkdir -p /workspace /mnt && chmod 777 /workspace /mnt";

/** Sandboxes of E2B without a network, one for each workspace. */
export function e2bSandboxes({ template = "base", ...access }: E2bOptions = {}): SandboxProvider {
  /** E2B finds a sandbox by its metadata, after a restart of the host too. */
  async function find(workspaceId: string): Promise<string | undefined> {
    const query = { metadata: { workspace: workspaceId } };
    const [found] = await Sandbox.list({ ...access, query }).nextItems();
    return found?.sandboxId;
  }

  return fromAiSdkSandbox({
    kind: "e2b",
    network: "none",
    async open({ workspaceId }) {
      const id = await find(workspaceId);
      const life = { ...access, timeoutMs: LIFE_MS };
      const sandbox =
        id === undefined
          ? await Sandbox.create(template, {
              ...life,
              metadata: { workspace: workspaceId },
              allowInternetAccess: false,
            })
          : await Sandbox.connect(id, life);
      await sandbox.commands.run(MAKE_FOLDERS, { user: "root" });
      return e2bSession(sandbox);
    },
    async close(workspaceId) {
      const id = await find(workspaceId);
      if (id !== undefined) await Sandbox.kill(id, access);
    },
  });
}

/** The result of a command, whose error is one for E2B. */
async function resultOf<T extends { readonly exitCode: number }>(running: Promise<T>) {
  try {
    return await running;
  } catch (error) {
    if (error instanceof CommandExitError) return error;
    throw error;
  }
}

interface E2bSandbox {
  readonly commands: Pick<Sandbox["commands"], "run">;
  readonly files: Pick<Sandbox["files"], "read" | "write">;
}

export function e2bSession({ commands, files }: E2bSandbox): AiSdkSandboxSession {
  return {
    description: "A microVM of E2B.",
    async readFile({ path }) {
      try {
        return await files.read(path, { format: "stream" });
      } catch (error) {
        if (error instanceof FileNotFoundError) return null;
        throw error;
      }
    },
    async writeFile({ path, content }) {
      await files.write(path, await new Response(content).arrayBuffer());
    },
    async run({ command, env = {} }) {
      const { exitCode, stdout, stderr } = await resultOf(commands.run(command, { envs: env, timeoutMs: 0 }));
      return { exitCode, stdout, stderr };
    },
    async spawn({ command, env = {} }) {
      const output = new CommandOutput();
      const started = await commands.run(command, {
        background: true,
        envs: env,
        timeoutMs: 0,
        onStdout: (text) => output.write("stdout", text),
        onStderr: (text) => output.write("stderr", text),
      });
      const ended = resultOf(started.wait()).finally(() => output.end());
      ended.catch(() => undefined);
      return {
        pid: started.pid,
        stdout: output.stdout,
        stderr: output.stderr,
        wait: async () => ({ exitCode: (await ended).exitCode }),
        async kill() {
          await started.kill();
        },
      };
    },
  };
}
