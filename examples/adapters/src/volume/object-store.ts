/** An object as it was read. `revision` changes with every write. */
export interface StoredObject {
  readonly bytes: Uint8Array;
  readonly revision: string;
}

/** The part of an object storage that the volumes need. Each call is atomic, and sees what earlier calls wrote. */
export interface ObjectStore {
  /** Null: there is no such object. */
  get(key: string): Promise<StoredObject | null>;
  /** With `ifRevision`, false and unchanged unless the object is at this revision (null: unless there is none). */
  put(key: string, bytes: Uint8Array, ifRevision?: string | null): Promise<boolean>;
  /** Absent is fine. */
  delete(key: string): Promise<void>;
  /** The keys that begin with a text. */
  list(prefix: string): Promise<readonly string[]>;
}

/** Objects in memory, for tests. */
export function memoryObjects(): ObjectStore {
  const objects = new Map<string, StoredObject>();
  let last = 0;
  return {
    get: async (key) => objects.get(key) ?? null,
    async put(key, bytes, ifRevision) {
      if (ifRevision !== undefined && ifRevision !== (objects.get(key)?.revision ?? null)) return false;
      objects.set(key, { bytes, revision: String(++last) });
      return true;
    },
    async delete(key) {
      objects.delete(key);
    },
    list: async (prefix) => [...objects.keys()].filter((key) => key.startsWith(prefix)),
  };
}
