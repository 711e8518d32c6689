const DAY_MS = 86_400_000;

export const EXPIRIES = [
  { value: "never", label: "Never", days: null },
  { value: "7", label: "In 7 days", days: 7 },
  { value: "30", label: "In 30 days", days: 30 },
  { value: "90", label: "In 90 days", days: 90 },
  { value: "365", label: "In 1 year", days: 365 },
] as const;

/** The time of an expiry as the API accepts it, counted from `now` in milliseconds; null for never. */
export function expiryTime(expiry: string, now: number): string | null {
  const days = EXPIRIES.find(({ value }) => value === expiry)?.days ?? null;
  return days === null ? null : new Date(now + days * DAY_MS).toISOString();
}
