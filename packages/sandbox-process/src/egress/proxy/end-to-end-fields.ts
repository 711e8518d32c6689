/** Hop-by-hop fields (RFC 9110, 7.6.1), and those that this proxy writes or answers itself. */
const OF_ONE_HOP = new Set([
  "connection",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The fields of a message to forward, by their lower-case names. */
export function endToEndFields(raw: readonly string[]): Record<string, string | string[]> {
  const fields = new Map<string, string[]>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? "").toLowerCase();
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [raw[index + 1] ?? ""]);
    else values.push(raw[index + 1] ?? "");
  }
  const named = (fields.get("connection") ?? []).flatMap((value) => value.toLowerCase().split(","));
  // The length frames the body: a client cannot have it dropped by naming it a hop-by-hop field.
  for (const word of named) if (word.trim() !== "content-length") fields.delete(word.trim());
  for (const name of OF_ONE_HOP) fields.delete(name);
  const single = [...fields].map(
    ([name, values]) => [name, values.length === 1 ? values[0] : values] as const,
  );
  return Object.fromEntries(single.map(([name, value]) => [name, value ?? ""]));
}
