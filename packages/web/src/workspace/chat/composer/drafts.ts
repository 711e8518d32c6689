import type { DraftImage } from "./images.ts";

export interface DraftPrompt {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** A message that is not sent yet. */
export interface Draft {
  readonly text: string;
  readonly images: readonly DraftImage[];
  readonly prompt: DraftPrompt | null;
}

const EMPTY: Draft = { text: "", images: [], prompt: null };

/** The half-written message of each session, as long as the page is open; that of a new session has the name `new`. */
class Drafts {
  private readonly kept = new Map<string, Draft>();
  private readonly listeners = new Set<() => void>();

  read(workspaceId: string, session: string): Draft {
    return this.kept.get(`${workspaceId}/${session}`) ?? EMPTY;
  }

  change(workspaceId: string, session: string, changes: Partial<Draft>): void {
    this.kept.set(`${workspaceId}/${session}`, { ...this.read(workspaceId, session), ...changes });
    for (const listener of this.listeners) listener();
  }

  /** Takes out what was sent, and leaves what was added while it was on its way. */
  takeOut(workspaceId: string, session: string, sent: Draft): void {
    const { text, images, prompt } = this.read(workspaceId, session);
    this.change(workspaceId, session, {
      text: text.startsWith(sent.text) ? text.slice(sent.text.length).trimStart() : text,
      images: images.filter((image) => !sent.images.includes(image)),
      prompt: prompt === sent.prompt ? null : prompt,
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
}

export const drafts = new Drafts();
