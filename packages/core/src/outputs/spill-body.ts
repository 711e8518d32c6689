/**
 * The body of a file that is written while it grows: one side adds chunks, the other reads them. A waiting writer is released when the
 * reader ends or the body fails. A `TransformStream` without a reader would not do so.
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

  /** Await this before the next chunk. Null: there is no need to wait. */
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
