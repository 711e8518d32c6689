/**
 * A placeholder in a generated value for something that exists. It is resolved when the request is sent,
 * so that the same seed gives the same requests.
 */
export class Pick {
  constructor(
    /** A collection with its parameters still in braces, such as `/api/workspaces/{id}/sessions`, or a word. */
    readonly source: string,
    readonly member: "id" | "name" | "path" | "arguments",
    /** Which of them, modulo their number. */
    readonly at: number,
    /** Only of those that have this status. */
    readonly status?: string,
  ) {}
}

/** The value with each pick replaced. A pick of nothing leaves `undefined`, which JSON leaves out. */
export async function withPicks(value: unknown, resolve: (pick: Pick) => Promise<unknown>): Promise<unknown> {
  if (value instanceof Pick) return await resolve(value);
  if (Array.isArray(value)) {
    const items = await Promise.all(value.map((item) => withPicks(item, resolve)));
    return items.filter((item) => item !== undefined);
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(async ([key, member]) => [key, await withPicks(member, resolve)]);
  return Object.fromEntries(await Promise.all(entries)) as unknown;
}
