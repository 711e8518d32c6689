import { Listeners } from "../../../api/listeners.ts";
import type { DraftImage } from "./images.ts";
import { load, store as save, tabStore, type TabStore } from "./tab-store.ts";

export interface DraftPrompt {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

export interface Draft {
  readonly text: string;
  readonly images: readonly DraftImage[];
  /** The paths of files of the workspace. */
  readonly attachments: readonly string[];
  readonly prompt: DraftPrompt | null;
  /** The idempotency key: changes with the message, and not between attempts to send it. */
  readonly key: string;
}

type DraftChanges = Partial<Omit<Draft, "key">>;

const EMPTY: Draft = { text: "", images: [], attachments: [], prompt: null, key: "" };

const isEmpty = ({ text, images, attachments, prompt }: Draft) =>
  text === "" && images.length === 0 && attachments.length === 0 && prompt === null;

/**
 * The unsent message of each session while the tab is open. That of a new session has the name `new`. Images outlive a reload if they
 * fit into the storage.
 */
export class Drafts {
  private readonly known = new Map<string, Draft>();
  private readonly listeners = new Listeners();
  readonly subscribe = this.listeners.subscribe;

  constructor(private readonly store: TabStore | null) {}

  read(workspaceId: string, session: string): Draft {
    const name = nameOf(workspaceId, session);
    let draft = this.known.get(name);
    if (draft === undefined) this.known.set(name, (draft = this.stored(name)));
    return draft;
  }

  private stored(name: string): Draft {
    const text = load(this.store, name) as Partial<Draft> | null;
    const images = load(this.store, imagesOf(name)) as Draft["images"] | null;
    return text === null ? EMPTY : { ...EMPTY, ...text, images: images ?? [] };
  }

  change(workspaceId: string, session: string, changes: DraftChanges): void {
    const name = nameOf(workspaceId, session);
    const before = this.read(workspaceId, session);
    const draft = { ...before, ...changes, key: crypto.randomUUID() };
    this.known.set(name, draft);
    const { images, ...rest } = draft;
    save(this.store, name, isEmpty(draft) ? null : rest);
    // Images may be megabytes, which are not stored for each key stroke.
    if (images !== before.images) save(this.store, imagesOf(name), images.length > 0 ? images : null);
    this.listeners.notify();
  }

  /** Removes a message that was sent, and keeps what was added since. */
  removeSent(workspaceId: string, session: string, sent: Draft): void {
    const { text, images, attachments, prompt } = this.read(workspaceId, session);
    this.change(workspaceId, session, {
      text: text.startsWith(sent.text) ? text.slice(sent.text.length).trimStart() : text,
      images: images.filter((image) => !sent.images.includes(image)),
      attachments: attachments.filter((path) => !sent.attachments.includes(path)),
      prompt: prompt === sent.prompt ? null : prompt,
    });
  }

  remove(workspaceId: string, session: string): void {
    this.change(workspaceId, session, EMPTY);
  }

  clear(): void {
    this.known.clear();
    this.store?.clear();
    this.listeners.notify();
  }
}

const nameOf = (workspaceId: string, session: string) => `draft ${workspaceId}/${session}`;
const imagesOf = (name: string) => `${name} images`;

export const drafts = new Drafts(tabStore());
