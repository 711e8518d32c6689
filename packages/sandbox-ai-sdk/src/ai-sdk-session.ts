interface AiSdkCommand {
  readonly command: string;
  readonly workingDirectory?: string;
  readonly env?: Record<string, string>;
  readonly abortSignal?: AbortSignal;
}

interface AiSdkPath {
  readonly path: string;
  readonly abortSignal?: AbortSignal;
}

/** A running command, as `SandboxProcess` of `@ai-sdk/provider-utils`. */
export interface AiSdkProcess {
  readonly pid?: number;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  /** Where it was requested. */
  readonly stdin?: WritableStream<Uint8Array>;
  wait(): PromiseLike<{ exitCode: number }>;
  kill(): PromiseLike<void>;
}

/**
 * The part of an AI SDK sandbox (`Experimental_SandboxSession`) that is used, so that no version of the AI SDK is a dependency. Files are
 * listed and removed by commands, since methods for that came later.
 */
export interface AiSdkSandboxSession {
  readonly description: string;
  readonly readFile: (options: AiSdkPath) => PromiseLike<ReadableStream<Uint8Array> | null>;
  readonly writeFile: (
    options: AiSdkPath & { readonly content: ReadableStream<Uint8Array> },
  ) => PromiseLike<void>;
  readonly spawn: (options: AiSdkCommand & { readonly stdin?: boolean }) => PromiseLike<AiSdkProcess>;
  readonly run: (options: AiSdkCommand) => PromiseLike<{ exitCode: number; stdout: string; stderr: string }>;
}
