import { preferencesOf } from "./preferences.ts";

/** The first offered coding that an `Accept-Encoding` header accepts, or null. */
export function prefersCoding<Coding extends string>(
  header: string | null,
  offered: readonly Coding[],
): Coding | null {
  const weights = new Map(preferencesOf(header ?? "").map(({ value, weight }) => [value, weight]));
  return offered.find((coding) => (weights.get(coding) ?? weights.get("*") ?? 0) > 0) ?? null;
}
