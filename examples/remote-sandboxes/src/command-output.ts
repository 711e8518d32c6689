type OutputName = "stdout" | "stderr";

/** The output streams of a command whose service gives its output in pieces. Nothing holds the command back while nobody reads. */
export class CommandOutput {
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  private readonly controllers = new Map<OutputName, ReadableStreamDefaultController<Uint8Array>>();
  private readonly encoder = new TextEncoder();

  constructor() {
    this.stdout = this.stream("stdout");
    this.stderr = this.stream("stderr");
  }

  private stream(name: OutputName): ReadableStream<Uint8Array> {
    return new ReadableStream({
      start: (controller) => void this.controllers.set(name, controller),
      cancel: () => void this.controllers.delete(name),
    });
  }

  write(name: OutputName, text: string): void {
    this.controllers.get(name)?.enqueue(this.encoder.encode(text));
  }

  end(): void {
    for (const controller of this.controllers.values()) controller.close();
    this.controllers.clear();
  }
}
