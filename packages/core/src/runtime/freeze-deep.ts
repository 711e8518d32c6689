/** Makes a value and all it holds unchangeable. */
export function freezeDeep(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values(value)) freezeDeep(member);
  Object.freeze(value);
}
