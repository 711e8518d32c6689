interface Session {
  /** Calls that have not ended. One that was given up goes on until it ends. */
  calls: number;
  /** More calls may follow. */
  isOpen: boolean;
  /** When it was last known to write. */
  last: number;
}

/** Who writes to the files of a workspace on this instance, or did since they were last published: calls, of sessions or of the API. */
export class Writers {
  private tick = 0;
  private calls = 0;
  private last = 0;
  private readonly sessions = new Map<string, Session>();

  /** A moment, later than all before it. */
  now(): number {
    return (this.tick += 1);
  }

  /** A call begins, of these sessions or of none. The answer ends it. */
  begin(ids: readonly string[]): () => void {
    const sessions = ids.map((id) => this.of(id));
    this.calls += 1;
    for (const session of sessions) {
      session.calls += 1;
      session.isOpen = true;
    }
    return () => {
      this.last = this.now();
      this.calls -= 1;
      for (const session of sessions) {
        session.calls -= 1;
        session.last = this.last;
      }
    };
  }

  private of(id: string): Session {
    const session = this.sessions.get(id) ?? { calls: 0, isOpen: true, last: 0 };
    this.sessions.set(id, session);
    return session;
  }

  /** A session begins no call any more. */
  end(id: string): void {
    const session = this.sessions.get(id);
    if (session === undefined) return;
    session.isOpen = false;
    session.last = this.now();
  }

  /** No session does. */
  endAll(): void {
    for (const id of this.sessions.keys()) this.end(id);
  }

  isWriting(id: string): boolean {
    const session = this.sessions.get(id);
    return session !== undefined && (session.isOpen || session.calls > 0);
  }

  /** Whether a session had stopped before a moment. One that is not known here does not write here. */
  hadStopped(id: string, moment: number): boolean {
    return !this.isWriting(id) && (this.sessions.get(id)?.last ?? 0) < moment;
  }

  /** Whether all sessions and calls had. */
  hadAllStopped(moment: number): boolean {
    const had = [...this.sessions.keys()].every((id) => this.hadStopped(id, moment));
    return had && this.calls === 0 && this.last < moment;
  }

  /** Forgets the sessions that had stopped before a moment. */
  forget(moment: number): void {
    for (const id of this.sessions.keys()) if (this.hadStopped(id, moment)) this.sessions.delete(id);
  }
}
