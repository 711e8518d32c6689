import type { CommandOptions, Sandbox, SandboxProcess } from "@workspace-agent/core/ports";
import type { AiSdkProcess } from "./ai-sdk-session.ts";

type AiSdkSpawn = Pick<CommandOptions, "command" | "workingDirectory" | "abortSignal"> & {
  readonly env?: Record<string, string>;
  readonly stdin?: boolean;
};

type WritableProcess = AiSdkProcess & { readonly stdin: WritableStream<Uint8Array> };

/** An aborted command is a rejected wait there, and exit code 137 here. */
function waitOf(process: SandboxProcess, signal: AbortSignal | undefined): AiSdkProcess["wait"] {
  return async () => {
    const ended = await process.wait();
    signal?.throwIfAborted();
    return ended;
  };
}

/**
 * A sandbox of this service as one of the AI SDK (`experimental_sandbox`, `Experimental_SandboxSession`). They differ in standard input, which is
 * a stream on the process there, and in the result of an aborted command.
 */
export function toAiSdkSandbox(sandbox: Sandbox) {
  async function spawn(options: AiSdkSpawn & { readonly stdin: true }): Promise<WritableProcess>;
  async function spawn(options: AiSdkSpawn & { readonly stdin?: false }): Promise<AiSdkProcess>;
  async function spawn(options: AiSdkSpawn): Promise<AiSdkProcess | WritableProcess>;
  async function spawn({ stdin = false, ...options }: AiSdkSpawn): Promise<AiSdkProcess> {
    options.abortSignal?.throwIfAborted();
    const input = stdin ? new TransformStream<Uint8Array, Uint8Array>() : undefined;
    const process = await sandbox.spawn({
      ...options,
      ...(input !== undefined && { stdin: input.readable }),
    });
    return {
      ...(process.pid !== undefined && { pid: process.pid }),
      stdout: process.stdout,
      stderr: process.stderr,
      ...(input !== undefined && { stdin: input.writable }),
      wait: waitOf(process, options.abortSignal),
      kill: () => process.kill(),
    };
  }

  return {
    description: sandbox.description,
    readFile: (options: Parameters<Sandbox["readFile"]>[0]) => sandbox.readFile(options),
    readBinaryFile: (options: Parameters<Sandbox["readBinaryFile"]>[0]) => sandbox.readBinaryFile(options),
    readTextFile: (options: Parameters<Sandbox["readTextFile"]>[0]) => sandbox.readTextFile(options),
    writeFile: (options: Parameters<Sandbox["writeFile"]>[0]) => sandbox.writeFile(options),
    writeBinaryFile: (options: Parameters<Sandbox["writeBinaryFile"]>[0]) => sandbox.writeBinaryFile(options),
    writeTextFile: (options: Parameters<Sandbox["writeTextFile"]>[0]) => sandbox.writeTextFile(options),
    stat: (options: Parameters<Sandbox["stat"]>[0]) => sandbox.stat(options),
    listDirectory: (options: Parameters<Sandbox["listDirectory"]>[0]) => sandbox.listDirectory(options),
    deleteFile: (options: Parameters<Sandbox["deleteFile"]>[0]) => sandbox.deleteFile(options),
    spawn,
    async run(options: Omit<AiSdkSpawn, "stdin">) {
      options.abortSignal?.throwIfAborted();
      const result = await sandbox.run(options);
      options.abortSignal?.throwIfAborted();
      return result;
    },
  };
}
