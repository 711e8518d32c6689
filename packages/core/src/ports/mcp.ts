import type { Caller } from "../domain/sessions/caller.ts";
import type { JsonSchema } from "../runtime/json.ts";
import type { SandboxProcess } from "./sandbox.ts";

/** Where a server of the Model Context Protocol is. */
export type McpTarget =
  | {
      readonly type: "http";
      readonly url: string;
      /** Sent with each request; may hold secrets. */
      readonly headers: Readonly<Record<string, string>>;
    }
  | {
      readonly type: "process";
      /** Starts the server, which speaks over its standard input and output. */
      readonly start: (stdin: ReadableStream<Uint8Array>) => Promise<SandboxProcess>;
    };

/** A tool as its server describes it: nothing of it is to be trusted. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: JsonSchema;
  /** The server says that it changes nothing. */
  readonly isReadOnly: boolean;
}

export type McpContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly media_type: string; readonly bytes: Uint8Array }
  /** What a model cannot be given as it is, in words. */
  | { readonly type: "note"; readonly text: string };

export interface McpResult {
  readonly content: readonly McpContent[];
  /** The result as a JSON value, where the server gives one. */
  readonly structured?: unknown;
  readonly isError: boolean;
}

export interface McpConnection {
  /** What the server says of itself to models; null: nothing. */
  readonly instructions: string | null;
  listTools(options: { readonly signal: AbortSignal }): Promise<readonly McpTool[]>;
  /** `onProgress` is called whenever the server says that the call goes on. */
  callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options: {
      readonly signal: AbortSignal;
      readonly onProgress: () => void;
      /** For whom the tool is called. Absent outside of turns. */
      readonly caller?: Caller;
    },
  ): Promise<McpResult>;
  /** Resolves when it is gone, whoever ended it. Never rejects. */
  readonly closed: Promise<void>;
  /** Ends it, and the server's process where it has one. Idempotent; never rejects. */
  close(): Promise<void>;
}

/**
 * Opens connections to servers. No time limit is its own: what takes too long is aborted by `signal`. Every failure is an `McpError`.
 * What a server sends is read up to a bound, beyond which the connection is given up (`too_large`).
 */
export interface McpConnector {
  connect(
    target: McpTarget,
    options: {
      readonly signal: AbortSignal;
      /** All sessions of the workspace share the connection. Absent outside of workspaces. */
      readonly workspace?: { readonly tenant: string; readonly id: string };
      /** The server says that its list of tools has changed. */
      readonly onToolsChanged: () => void;
    },
  ): Promise<McpConnection>;
}

/**
 * `not_run`: the server certainly did not carry the request out, as when it no longer knows the session; a new connection may help.
 * `lost`: the connection broke, and what the server did is unknown. `refused`: the host lets nobody connect there.
 */
export type McpErrorKind = "unreachable" | "refused" | "not_run" | "lost" | "too_large" | "failed";

const MARKER = Symbol.for("workspace-agent.mcp-error");

/** What went wrong with a server. The message is for models and people, and holds no header. */
export class McpError extends Error {
  override readonly name = "McpError";

  constructor(
    readonly kind: McpErrorKind,
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(message, options);
    Object.defineProperty(this, MARKER, { value: true });
  }

  static isInstance(value: unknown): value is McpError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}

/** A server that the host runs in the sandbox of each workspace. */
export interface McpProcess {
  /** Run by `bash -c`. */
  readonly command: string;
  /** Its variables; agents can read them, since they share its sandbox. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The servers of a host. */
export interface McpOptions {
  readonly connector: McpConnector;
  /** Run inside each workspace's sandbox, by name. */
  readonly processes?: Readonly<Record<string, McpProcess>>;
  /** Takes a server's word for which of its tools change nothing: those run side by side. Default false. */
  readonly trustsReadOnlyHints?: boolean;
}
