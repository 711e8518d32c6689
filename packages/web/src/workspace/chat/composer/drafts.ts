import type { DraftImage } from "./images.ts";
import { keep, readKept, tabStore, type TabStore } from "./tab-store.ts";

export interface DraftPrompt {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** A message that is not sent yet. */
export interface Draft {
  readonly text: string;
  readonly images: readonly DraftImage[];
  readonly prompt: DraftPrompt | null;
  /** Of each attempt to send it as it is: another message is another turn; the same one, sent again, is not. */
  readonly key: string;
}

type DraftChanges = Partial<Omit<Draft, "key">>;

const EMPTY: Draft = { text: "", images: [], prompt: null, key: "" };

const isEmpty = ({ text, images, prompt }: Draft) => text === "" && images.length === 0 && prompt === null;

/**
 * The half-written message of each session, as long as the tab is open; that of a new session has the name `new`. Its images outlast a
 * reload where the browser has room for them.
 */
export class Drafts {
  private readonly known = new Map<string, Draft>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly store: TabStore | null) {}

  read(workspaceId: string, session: string): Draft {
    const name = nameOf(workspaceId, session);
    let draft = this.known.get(name);
    if (draft === undefined) this.known.set(name, (draft = this.kept(name)));
    return draft;
  }

  private kept(name: string): Draft {
    const words = readKept(this.store, name) as Partial<Draft> | null;
    const images = readKept(this.store, imagesOf(name)) as Draft["images"] | null;
    return words === null ? EMPTY : { ...EMPTY, ...words, images: images ?? [] };
  }

  change(workspaceId: string, session: string, changes: DraftChanges): void {
    const name = nameOf(workspaceId, session);
    const before = this.read(workspaceId, session);
    const draft = { ...before, ...changes, key: crypto.randomUUID() };
    this.known.set(name, draft);
    const { images, ...words } = draft;
    keep(this.store, name, isEmpty(draft) ? null : words);
    // Megabytes are not written again with each letter.
    if (images !== before.images) keep(this.store, imagesOf(name), images.length > 0 ? images : null);
    this.tell();
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

  /** The session is gone. */
  remove(workspaceId: string, session: string): void {
    this.change(workspaceId, session, EMPTY);
  }

  /** Whoever wrote them has signed out. */
  clear(): void {
    this.known.clear();
    this.store?.clear();
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
}

const nameOf = (workspaceId: string, session: string) => `draft ${workspaceId}/${session}`;
const imagesOf = (name: string) => `${name} images`;

export const drafts = new Drafts(tabStore());
