/** What is current, by name: the key of an object. A database has it, since objects cannot be compared and replaced in one step. */
export interface Heads {
  /** Null: there is none. */
  get(name: string): Promise<string | null>;
  /** False, and nothing changes, unless the head is `before` (null: unless there is none). */
  replace(name: string, before: string | null, after: string): Promise<boolean>;
  /** Absent is fine. */
  remove(name: string): Promise<void>;
}

/** Heads in memory, for tests. */
export function memoryHeads(): Heads {
  const heads = new Map<string, string>();
  return {
    get: async (name) => heads.get(name) ?? null,
    async replace(name, before, after) {
      if ((heads.get(name) ?? null) !== before) return false;
      heads.set(name, after);
      return true;
    },
    async remove(name) {
      heads.delete(name);
    },
  };
}
