/**
 * The delay that a provider asks for, in milliseconds: `retry-after-ms`, else `Retry-After` in seconds or as an HTTP date (RFC 9110,
 * 10.2.3). A date is relative to the answer's `Date`, so that the host's clock does not matter.
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string>> | undefined,
  now: number = Date.now(),
): number | undefined {
  if (headers === undefined) return undefined;
  const milliseconds = positive(headers["retry-after-ms"]);
  if (milliseconds !== undefined) return milliseconds;
  const value = headers["retry-after"];
  const seconds = positive(value);
  if (seconds !== undefined) return seconds * 1000;
  const at = Date.parse(value ?? "");
  if (Number.isNaN(at)) return undefined;
  const answered = Date.parse(headers["date"] ?? "");
  return Math.max(0, at - (Number.isNaN(answered) ? now : answered));
}

function positive(value: string | undefined): number | undefined {
  if (value === undefined || value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
