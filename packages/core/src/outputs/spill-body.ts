/**
 * What is written to a file while it comes: one side adds pieces, the other reads them. Whoever waits for room is released when the
 * reader is gone or the body fails, which a `TransformStream` that nobody reads does not do.
 */
export class SpillBody {
  readonly stream: ReadableStream<Uint8Array>;
  private controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  private room: PromiseWithResolvers<void> | null = null;

  constructor() {
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.controller = controller;
        },
        pull: () => this.release(),
        cancel: () => this.end(),
      },
      { highWaterMark: 1 },
    );
  }

  /** What to wait for before the next piece; null: nothing. */
  add(piece: Uint8Array): Promise<void> | null {
    const { controller } = this;
    if (controller === null) return null;
    controller.enqueue(piece);
    if ((controller.desiredSize ?? 1) > 0) return null;
    this.room ??= Promise.withResolvers();
    return this.room.promise;
  }

  close(): void {
    this.controller?.close();
    this.end();
  }

  fail(error: unknown): void {
    this.controller?.error(error);
    this.end();
  }

  private end(): void {
    this.controller = null;
    this.release();
  }

  private release(): void {
    this.room?.resolve();
    this.room = null;
  }
}
