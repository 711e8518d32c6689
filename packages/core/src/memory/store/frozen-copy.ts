function freezeDeep(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values(value)) freezeDeep(member);
  Object.freeze(value);
}

/**
 * A copy that nobody can change, so that it is handed out without being copied again. It goes through JSON and
 * so keeps exactly what the SQL stores keep.
 */
export function frozenCopy<T extends object>(record: T): T {
  const copy = JSON.parse(JSON.stringify(record)) as T;
  freezeDeep(copy);
  return copy;
}
