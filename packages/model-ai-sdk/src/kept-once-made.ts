/**
 * Makes what is asked for by a key once and keeps the `most` that were used last. What could not be made is made again at the next call.
 */
export function keptOnceMade<T>(most: number): (key: string, make: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (key, make) => {
    const known = kept.get(key);
    const value = known ?? make();
    kept.delete(key);
    kept.set(key, value);
    if (known === undefined) {
      value.catch(() => {
        if (kept.get(key) === value) kept.delete(key);
      });
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size > most) kept.delete(oldest);
    }
    return value;
  };
}
