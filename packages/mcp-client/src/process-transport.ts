import {
  deserializeMessage,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { McpError, type McpTarget, type SandboxProcess } from "@workspace-agent/core/ports";
import { MAX_MESSAGE_BYTES, tooLarge } from "./bounded-body.ts";

/** How much of the end of the standard error is kept. */
const MAX_ERROR_CHARACTERS = 500;

/** The complete lines of a stream. Throws `too_large` for a line that is too long. */
async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const [first = "", ...rest] = decoder.decode(chunk, { stream: true }).split("\n");
    pieces.push(first);
    length += first.length;
    if (length > MAX_MESSAGE_BYTES) throw tooLarge();
    for (const piece of rest) {
      yield pieces.join("");
      pieces = [piece];
      length = piece.length;
    }
  }
}

/** A server's process in a sandbox: one message per line on its standard input and output. */
export class ProcessTransport implements Transport {
  /** These members tell the SDK that this is a pipe, so that silence after the probe means an older server. */
  readonly stderr = null;
  readonly pid = null;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  /** The end of its standard error. */
  complaint = "";
  /** The process has ended by itself. */
  hasExited = false;
  private hasEnded = false;
  private process: SandboxProcess | null = null;
  private readonly input = new TransformStream<Uint8Array, Uint8Array>();
  private readonly writer = this.input.writable.getWriter();
  private readonly encoder = new TextEncoder();

  constructor(
    private readonly target: Extract<McpTarget, { readonly type: "process" }>,
    /** Called when a line of the process is too long. */
    private readonly onTooLarge: () => void,
  ) {}

  async start(): Promise<void> {
    const process = await this.target.start(this.input.readable);
    this.process = process;
    if (this.hasEnded) {
      await process.kill();
      throw new Error("It was closed while it started.");
    }
    void this.read(process);
  }

  /** Ends the connection when all is read: a process may exit right after its last answer, or its last complaint. */
  private async read({ stdout, stderr }: SandboxProcess): Promise<void> {
    const listening = this.listen(stderr);
    try {
      for await (const line of linesOf(stdout)) this.take(line);
      await listening;
      this.hasExited = !this.hasEnded;
    } catch (error) {
      // A broken pipe ends the connection.
      if (McpError.isInstance(error)) this.onTooLarge();
    }
    await this.close();
  }

  private take(line: string): void {
    if (line.trim() === "") return;
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch (error) {
      // A server may print other text to its standard output.
      this.onerror?.(error instanceof Error ? error : new Error("This is no message."));
      return;
    }
    this.onmessage?.(message);
  }

  private async listen(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of stream)
        this.complaint = (this.complaint + decoder.decode(chunk, { stream: true })).slice(
          -MAX_ERROR_CHARACTERS,
        );
    } catch {
      // The text so far is all there is.
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.hasEnded) throw new Error("The server's process has ended.");
    await this.writer.write(this.encoder.encode(serializeMessage(message)));
  }

  async close(): Promise<void> {
    this.end();
    await this.process?.kill().catch(() => {});
  }

  private end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.writer.close().catch(() => {});
    this.onclose?.();
  }
}
