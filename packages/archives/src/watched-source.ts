import { ArchiveError } from "./archive-error.ts";
import type { ArchiveSource } from "./archive-source.ts";
import { refusedArchive } from "./refusals.ts";
import { withErrors } from "./with-errors.ts";

/** Distinguishes a broken archive from a source that could not be read. */
export class WatchedSource implements ArchiveSource {
  readonly size: number;
  private failure: { readonly error: unknown } | null = null;

  constructor(private readonly source: ArchiveSource) {
    this.size = source.size;
  }

  async read(start: number, end: number): Promise<ReadableStream<Uint8Array>> {
    try {
      return withErrors(await this.source.read(start, end), this.note);
    } catch (error) {
      throw this.note(error);
    }
  }

  private readonly note = (error: unknown): unknown => {
    this.failure ??= { error };
    return error;
  };

  get hasFailed(): boolean {
    return this.failure !== null;
  }

  /** What to throw for an error of the unpacking: the error of the source, if it failed. */
  readonly explain = (error: unknown): unknown => {
    if (this.failure !== null) return this.failure.error;
    return ArchiveError.isInstance(error) ? error : refusedArchive("is damaged", error);
  };
}
