import type { SandboxProvider } from "@workspace-agent/core";
import { fromAiSdkSandbox, type AiSdkSandboxSession } from "@workspace-agent/sandbox-ai-sdk";
import { Sandbox } from "@vercel/sandbox";
import { CommandOutput } from "./command-output.ts";

export interface VercelOptions {
  readonly token: string;
  readonly teamId: string;
  readonly projectId: string;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
}

/** How long a sandbox lives. Plans have limits. A command after it gets a new sandbox. */
const LIFE_MS = 45 * 60_000;

/** Commands run as a user who may not make folders in the root. */
const MAKE_FOLDERS = "mkdir -p /workspace /mnt && chmod 777 /workspace /mnt";

/** Sandboxes of Vercel without a network, one for each workspace. */
export function vercelSandboxes(access: VercelOptions): SandboxProvider {
  return fromAiSdkSandbox({
    kind: "vercel",
    network: "none",
    async open({ workspaceId, cpus }) {
      const sandbox = await Sandbox.getOrCreate({
        ...access,
        name: workspaceId,
        networkPolicy: "deny-all",
        resources: { vcpus: Math.max(1, Math.round(cpus)) },
        timeout: LIFE_MS,
      });
      const made = await sandbox.runCommand({ cmd: "bash", args: ["-c", MAKE_FOLDERS], sudo: true });
      if (made.exitCode !== 0) throw new Error(`The folders could not be made: ${await made.stderr()}`);
      return vercelSession(sandbox);
    },
    async close(workspaceId) {
      await (await Sandbox.get({ ...access, name: workspaceId })).delete();
    },
  });
}

export function vercelSession(
  sandbox: Pick<Sandbox, "runCommand" | "readFileToBuffer" | "writeFiles">,
): AiSdkSandboxSession {
  return {
    description: "A microVM of Vercel.",
    async readFile({ path, abortSignal }) {
      const bytes = await sandbox.readFileToBuffer({ path }, abortSignal && { signal: abortSignal });
      return bytes === null ? null : new Blob([Uint8Array.from(bytes)]).stream();
    },
    async writeFile({ path, content }) {
      await sandbox.writeFiles([{ path, content: await new Response(content).bytes() }]);
    },
    async run({ command, env = {}, abortSignal }) {
      const finished = await sandbox.runCommand({
        cmd: "bash",
        args: ["-c", command],
        env,
        ...(abortSignal && { signal: abortSignal }),
      });
      return {
        exitCode: finished.exitCode,
        stdout: await finished.stdout(),
        stderr: await finished.stderr(),
      };
    },
    async spawn({ command, env = {} }) {
      const started = await sandbox.runCommand({ cmd: "bash", args: ["-c", command], env, detached: true });
      const output = new CommandOutput();
      const read = async () => {
        for await (const { stream, data } of started.logs()) output.write(stream, data);
      };
      const ended = read().finally(() => output.end());
      ended.catch(() => undefined);
      return {
        stdout: output.stdout,
        stderr: output.stderr,
        async wait() {
          await ended;
          return { exitCode: (await started.wait()).exitCode };
        },
        kill: () => started.kill("SIGKILL"),
      };
    },
  };
}
