import { Listeners } from "../../api/listeners.ts";
import { emptyView, LIMITS, type PersonalView } from "./personal-view.ts";

/** Changes whenever what is stored is read in another way. */
const VERSION = 1;
const PREFIX = "personal-view ";

export type ViewStore = Pick<Storage, "getItem" | "setItem">;

/** The views of the people who use this browser, which all of its tabs share. They hold ids, times, and paths of changed files only. */
export class PersonalViews {
  private readonly known = new Map<string, PersonalView>();
  /** What could not be saved, until something can be. */
  private readonly unsaved = new Map<string, PersonalView>();
  private readonly listeners = new Listeners();
  readonly subscribe = this.listeners.subscribe;

  constructor(
    private readonly store: ViewStore | null,
    private readonly now: () => number,
  ) {}

  /** The view of a person, which starts when it is first read: what happened before counts as read. */
  read(person: string): PersonalView {
    let view = this.known.get(person);
    if (view === undefined) {
      view = this.load(person) ?? this.save(person, emptyView(this.now()));
      this.known.set(person, view);
    }
    return view;
  }

  /** Changes the view as it is stored, since another tab may have changed it. */
  change(person: string, change: (view: PersonalView) => PersonalView): void {
    const before = this.load(person) ?? this.read(person);
    const view = change(before);
    if (view === before) return;
    this.known.set(person, this.save(person, view));
    this.listeners.notify();
  }

  /** Another tab has changed the storage. Null: all of it. */
  reload(key: string | null): void {
    if (key !== null && !key.startsWith(PREFIX)) return;
    this.known.clear();
    this.listeners.notify();
  }

  private load(person: string): PersonalView | null {
    const unsaved = this.unsaved.get(person);
    if (unsaved !== undefined) return unsaved;
    try {
      return parse(JSON.parse(this.store?.getItem(PREFIX + person) ?? "null"));
    } catch {
      return null;
    }
  }

  private save(person: string, view: PersonalView): PersonalView {
    try {
      this.store?.setItem(PREFIX + person, JSON.stringify(format(view)));
      this.unsaved.delete(person);
    } catch {
      // It is lost when the page is closed.
      this.unsaved.set(person, view);
    }
    return view;
  }
}

function format({ since, pinned, archived, read, readIdle, viewed }: PersonalView) {
  return {
    version: VERSION,
    since,
    pinned: [...pinned],
    archived: [...archived],
    read: [...read],
    readIdle: [...readIdle],
    viewed: [...viewed],
  };
}

type Stored = Partial<Readonly<Record<keyof ReturnType<typeof format>, unknown>>>;

/** Null if it is of another version. What is not valid is left out. */
function parse(value: unknown): PersonalView | null {
  if (typeof value !== "object" || value === null) return null;
  const { version, since, pinned, archived, read, readIdle, viewed }: Stored = value;
  if (version !== VERSION || typeof since !== "number") return null;
  return {
    since,
    pinned: new Set(listOf(pinned).filter(isName).slice(-LIMITS.pinned)),
    archived: new Set(listOf(archived).filter(isName).slice(-LIMITS.archived)),
    read: new Map(entriesOf(read, isNumber).slice(-LIMITS.read)),
    readIdle: new Map(entriesOf(readIdle, isNumber).slice(-LIMITS.readIdle)),
    viewed: new Map(entriesOf(viewed, isName).slice(-LIMITS.viewed)),
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isName = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const entriesOf = <Value>(value: unknown, isValue: (each: unknown) => each is Value) =>
  listOf(value).filter(
    (entry): entry is readonly [string, Value] =>
      Array.isArray(entry) && entry.length === 2 && isName(entry[0]) && isValue(entry[1]),
  );
