/** Storage that outlives a reload, but not the tab. */
export type TabStore = Pick<Storage, "getItem" | "setItem" | "removeItem" | "clear">;

/** Null if the browser does not allow storage. */
export function tabStore(): TabStore | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** The stored value, or null. */
export function load(tab: TabStore | null, name: string): unknown {
  try {
    const text = tab?.getItem(name) ?? null;
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** Stores a value; null removes it. A value that does not fit is not stored. */
export function store(tab: TabStore | null, name: string, value: unknown): void {
  try {
    tab?.removeItem(name);
    if (value !== null) tab?.setItem(name, JSON.stringify(value));
  } catch {
    // The value is lost when the page is closed.
  }
}
