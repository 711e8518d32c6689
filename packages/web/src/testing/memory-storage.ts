/** Storage of a browser for values up to a length, and what is in it. */
export function memoryStorage(maxLength = Infinity) {
  const values = new Map<string, string>();
  const store: Pick<Storage, "getItem" | "setItem" | "removeItem" | "clear"> = {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => {
      if (value.length > maxLength) throw new DOMException("full", "QuotaExceededError");
      values.set(name, value);
    },
    removeItem: (name) => void values.delete(name),
    clear: () => values.clear(),
  };
  return { values, store };
}
