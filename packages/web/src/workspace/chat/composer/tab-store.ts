/** Where a page keeps what a reload must not lose; it goes with the browser's tab. */
export type TabStore = Pick<Storage, "getItem" | "setItem" | "removeItem" | "clear">;

/** The tab's; null where the browser gives none. */
export function tabStore(): TabStore | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** What was kept under a name, or null. */
export function readKept(store: TabStore | null, name: string): unknown {
  try {
    const text = store?.getItem(name) ?? null;
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** Keeps a value, null for nothing. What there is no room for is not kept. */
export function keep(store: TabStore | null, name: string, value: unknown): void {
  try {
    store?.removeItem(name);
    if (value !== null) store?.setItem(name, JSON.stringify(value));
  } catch {
    // It lasts as long as the page.
  }
}
