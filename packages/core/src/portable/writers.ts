/** A session by its id, or one call. */
export type WriterId = string | symbol;

/** Who writes to the files of a workspace on this instance, or did since they were last published. */
export class Writers {
  private tick = 0;
  /** When each stopped; null: it still writes. */
  private readonly stopped = new Map<WriterId, number | null>();

  begin(writer: WriterId): void {
    this.stopped.set(writer, null);
  }

  end(writer: WriterId): void {
    this.stopped.set(writer, this.now());
  }

  /** Call it where nobody writes. */
  clear(): void {
    this.stopped.clear();
  }

  /** A moment, later than all before it. */
  now(): number {
    return (this.tick += 1);
  }

  isWriting(writer: WriterId): boolean {
    return this.stopped.get(writer) === null;
  }

  /** Whether a writer had stopped before a moment. Who is not known here does not write here. */
  hadStopped(writer: WriterId, moment: number): boolean {
    const at = this.stopped.get(writer);
    return at === undefined || (at !== null && at < moment);
  }

  /** The same of all. */
  hadAllStopped(moment: number): boolean {
    return [...this.stopped.keys()].every((writer) => this.hadStopped(writer, moment));
  }

  /** Forgets those that had stopped before a moment. */
  forget(moment: number): void {
    for (const writer of this.stopped.keys())
      if (this.hadStopped(writer, moment)) this.stopped.delete(writer);
  }
}
