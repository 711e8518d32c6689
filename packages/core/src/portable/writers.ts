/** A session by its id, or one call of the API. */
export type WriterId = string | symbol;

interface Writer {
  /** Calls that have not ended. One that was given up goes on until it ends. */
  calls: number;
  /** More calls may follow. */
  isOpen: boolean;
  /** When it was last known to write. */
  last: number;
}

/** Who writes to the files of a workspace on this instance, or did since they were last published. */
export class Writers {
  private tick = 0;
  private readonly writers = new Map<WriterId, Writer>();

  /** A moment, later than all before it. */
  now(): number {
    return (this.tick += 1);
  }

  private of(id: WriterId): Writer {
    const writer = this.writers.get(id) ?? { calls: 0, isOpen: true, last: 0 };
    this.writers.set(id, writer);
    return writer;
  }

  /** A call begins that writes for all of them. The answer ends it. */
  begin(ids: readonly WriterId[]): () => void {
    const writers = ids.map((id) => this.of(id));
    for (const writer of writers) {
      writer.calls += 1;
      writer.isOpen = true;
    }
    return () => {
      for (const writer of writers) {
        writer.calls -= 1;
        writer.last = this.now();
      }
    };
  }

  /** No call follows. */
  end(id: WriterId): void {
    const writer = this.writers.get(id);
    if (writer !== undefined) Object.assign(writer, { isOpen: false, last: this.now() });
  }

  /** Call it where nobody begins to write: only calls that go on are left; none, where these count for nothing. */
  clear({ withCalls = false } = {}): void {
    for (const [id, writer] of this.writers)
      if (withCalls || writer.calls === 0) this.writers.delete(id);
      else writer.isOpen = false;
  }

  isWriting(id: WriterId): boolean {
    const writer = this.writers.get(id);
    return writer !== undefined && (writer.isOpen || writer.calls > 0);
  }

  /** Whether a writer had stopped before a moment. Who is not known here does not write here. */
  hadStopped(id: WriterId, moment: number): boolean {
    return !this.isWriting(id) && (this.writers.get(id)?.last ?? 0) < moment;
  }

  /** The same of all. */
  hadAllStopped(moment: number): boolean {
    return [...this.writers.keys()].every((id) => this.hadStopped(id, moment));
  }

  /** Forgets those that had stopped before a moment. */
  forget(moment: number): void {
    for (const id of this.writers.keys()) if (this.hadStopped(id, moment)) this.writers.delete(id);
  }
}
