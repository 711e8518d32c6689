/** What a person pinned, archived, read and viewed, by the names of `workspaceName` and `sessionName`. The oldest comes first. */
export interface PersonalView {
  /** What was last active before this time, in milliseconds, counts as read. */
  readonly since: number;
  readonly pinned: ReadonlySet<string>;
  readonly archived: ReadonlySet<string>;
  /** When what was read had last been active, in milliseconds. */
  readonly read: ReadonlyMap<string, number>;
  /** How many of the idle sessions of a workspace were read. */
  readonly readIdle: ReadonlyMap<string, number>;
  /** The viewed versions of changed files, by the names of `changeName`. */
  readonly viewed: ReadonlyMap<string, string>;
}

/** How many of each are stored. The oldest are removed first. */
export const LIMITS = { pinned: 100, archived: 1_000, read: 500, readIdle: 500, viewed: 1_000 } as const;

export const emptyView = (since: number): PersonalView => ({
  since,
  pinned: new Set(),
  archived: new Set(),
  read: new Map(),
  readIdle: new Map(),
  viewed: new Map(),
});

export const workspaceName = (id: string): string => id;
export const sessionName = (workspaceId: string, id: string): string => `${workspaceId}/${id}`;
/** A scope is the name of what is compared, such as a session. */
export const changeName = (scope: string, path: string): string => `${scope}\n${path}`;

/** The ids of the sessions of a workspace among names, the newest first. */
export function sessionIdsAmong(names: ReadonlySet<string>, workspaceId: string): readonly string[] {
  const prefix = sessionName(workspaceId, "");
  return [...names]
    .reverse()
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
}

/** The ids of the workspaces among names, the newest first. */
export function workspaceIdsAmong(names: ReadonlySet<string>): readonly string[] {
  return [...names].reverse().filter((name) => !name.includes("/"));
}

const without = (names: ReadonlySet<string>, name: string) =>
  new Set([...names].filter((each) => each !== name));

/** The name becomes the newest one. */
const added = (names: ReadonlySet<string>, name: string, limit: number) =>
  new Set([...without(names, name), name].slice(-limit));

function stored<Value>(map: ReadonlyMap<string, Value>, name: string, value: Value, limit: number) {
  const others = [...map].filter(([each]) => each !== name);
  const entries = [...others, [name, value] as const];
  return { map: new Map(entries.slice(-limit)), removed: entries.slice(0, -limit) };
}

/** Pins something, which takes it out of the archive. */
export const pin = (view: PersonalView, name: string): PersonalView => ({
  ...view,
  pinned: added(view.pinned, name, LIMITS.pinned),
  archived: without(view.archived, name),
});

export const unpin = (view: PersonalView, name: string): PersonalView => ({
  ...view,
  pinned: without(view.pinned, name),
});

/** Archives something, which unpins it. */
export const archive = (view: PersonalView, name: string): PersonalView => ({
  ...view,
  pinned: without(view.pinned, name),
  archived: added(view.archived, name, LIMITS.archived),
});

export const unarchive = (view: PersonalView, name: string): PersonalView => ({
  ...view,
  archived: without(view.archived, name),
});

/** Removes what was deleted, the sessions of a workspace with it, and the marks of viewed files. */
export function forget(view: PersonalView, name: string): PersonalView {
  const stays = (each: string) =>
    !each.startsWith(name) || !["", "/", "\n"].includes(each.charAt(name.length));
  const kept = <Value>(map: ReadonlyMap<string, Value>) => new Map([...map].filter(([each]) => stays(each)));
  return {
    since: view.since,
    pinned: new Set([...view.pinned].filter(stays)),
    archived: new Set([...view.archived].filter(stays)),
    read: kept(view.read),
    readIdle: kept(view.readIdle),
    viewed: kept(view.viewed),
  };
}

/** The person has read what happened until this time. */
export function markRead(view: PersonalView, name: string, at: number): PersonalView {
  if (at <= (view.read.get(name) ?? view.since)) return view;
  const { map, removed } = stored(view.read, name, at, LIMITS.read);
  // What is no longer stored stays read.
  return { ...view, read: map, since: Math.max(view.since, ...removed.map(([, time]) => time)) };
}

export const isUnread = (view: PersonalView, name: string, at: number): boolean =>
  at > Math.max(view.since, view.read.get(name) ?? 0);

/** The person has read so many of the idle sessions of a workspace. */
export function noteReadIdle(view: PersonalView, name: string, count: number): PersonalView {
  if (view.readIdle.get(name) === count) return view;
  return { ...view, readIdle: stored(view.readIdle, name, count, LIMITS.readIdle).map };
}

/** Read sessions that work again are unread when they end. */
export const lowerReadIdle = (view: PersonalView, name: string, idle: number): PersonalView =>
  idle < (view.readIdle.get(name) ?? 0) ? noteReadIdle(view, name, idle) : view;

/** Whether sessions of a workspace ended that the person has not read. A workspace that was never opened has none. */
export const hasUnread = (view: PersonalView, name: string, idle: number): boolean =>
  idle > (view.readIdle.get(name) ?? Number.POSITIVE_INFINITY);

/** The person has viewed this version of a changed file. Null: none. */
export function markViewed(view: PersonalView, name: string, version: string | null): PersonalView {
  if (version !== null) return { ...view, viewed: stored(view.viewed, name, version, LIMITS.viewed).map };
  return { ...view, viewed: new Map([...view.viewed].filter(([each]) => each !== name)) };
}

/** The pinned items, the one that was pinned last first, and then the others as they are. */
export function pinnedFirst<Item>(
  { pinned }: PersonalView,
  items: readonly Item[],
  nameOf: (item: Item) => string,
): readonly Item[] {
  if (pinned.size === 0) return items;
  const names = [...pinned];
  const rank = new Map(names.map((name, index) => [name, names.length - index]));
  const rankOf = (item: Item) => rank.get(nameOf(item)) ?? Number.POSITIVE_INFINITY;
  return items.toSorted((a, b) => {
    const [first, second] = [rankOf(a), rankOf(b)];
    return first === second ? 0 : first - second;
  });
}
