import type { AiSdkSandboxSession } from "@workspace-agent/sandbox-ai-sdk";
import { Bash } from "just-bash/browser";

const streamOf = (text: string) => new Blob([text]).stream();

/**
 * Bash interpreted in this isolate, in the shape that the AI SDK gives sandboxes. A worker has no thread to run it in: while a command
 * computes, nobody else is served, and it is ended when it has looped 10,000 times.
 */
export function bashSession(): AiSdkSandboxSession {
  const bash = new Bash({ cwd: "/workspace" });
  const run: AiSdkSandboxSession["run"] = async ({ command, workingDirectory, env, abortSignal }) => {
    const { exitCode, stdout, stderr } = await bash.exec(command, {
      rawScript: true,
      ...(workingDirectory !== undefined && { cwd: workingDirectory }),
      ...(env !== undefined && { env }),
      ...(abortSignal !== undefined && { signal: abortSignal }),
    });
    return { exitCode, stdout, stderr };
  };
  return {
    description: "Bash and its usual tools, interpreted: no program is started, and long loops are cut.",
    run,
    async spawn(options) {
      const { exitCode, stdout, stderr } = await run(options);
      return {
        stdout: streamOf(stdout),
        stderr: streamOf(stderr),
        wait: async () => ({ exitCode }),
        kill: async () => {},
      };
    },
    async readFile({ path }) {
      if (!(await bash.fs.exists(path))) return null;
      return new Blob([new Uint8Array(await bash.fs.readFileBuffer(path))]).stream();
    },
    async writeFile({ path, content }) {
      await bash.fs.writeFile(path, new Uint8Array(await new Response(content).arrayBuffer()));
    },
  };
}
