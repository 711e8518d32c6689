import type { FetchOptions } from "openapi-fetch";
import type { FilterKeys, PathsWithMethod } from "openapi-typescript-helpers";
import type { paths } from "./generated/schema.ts";
import type { Answer, Calls } from "./transport.ts";

/** The JSON response of a GET if it is a list; some lists are also available as text. */
type List<Path extends PathsWithMethod<paths, "get">> = Extract<Answer<Path, "get">, readonly unknown[]>;

/** The paths of paged lists. */
export type ListPath = {
  [Path in PathsWithMethod<paths, "get">]: [List<Path>] extends [never] ? never : Path;
}[PathsWithMethod<paths, "get">];

export type Listed<Path extends ListPath> = List<Path>[number];

export type ListOptions<Path extends ListPath> = FetchOptions<FilterKeys<paths[Path], "get">>;

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The `query.cursor` of the next page; null on the last page. */
  readonly cursor: string | null;
}

/** The cursor in the `Link` header (RFC 8288). */
function nextCursor(link: string | null): string | null {
  const target = /<([^<>]*)>\s*;[^,<]*\brel="?next\b/.exec(link ?? "")?.[1];
  return target === undefined ? null : new URL(target, "http://base").searchParams.get("cursor");
}

interface AnyOptions {
  readonly params?: { readonly query?: object };
}

type Send = (
  path: string,
  options: AnyOptions,
) => Promise<{ readonly data?: unknown; readonly response: Response }>;

export async function readPage<Path extends ListPath>(
  { api }: Calls,
  path: Path,
  options?: ListOptions<Path>,
): Promise<Page<Listed<Path>>> {
  // The response has the type of the path.
  const send = api.GET as Send;
  const { data, response } = await send(path, options ?? {});
  return { items: (data ?? []) as readonly Listed<Path>[], cursor: nextCursor(response.headers.get("link")) };
}

/** All items of a list; pages are read as needed. */
export async function* readList<Path extends ListPath>(
  calls: Calls,
  path: Path,
  options?: ListOptions<Path>,
): AsyncGenerator<Listed<Path>, void> {
  let asked = options;
  for (;;) {
    const { items, cursor } = await readPage(calls, path, asked);
    yield* items;
    if (cursor === null) return;
    const given: AnyOptions = options ?? {};
    const params = { ...given.params, query: { ...given.params?.query, cursor } };
    asked = { ...given, params } as ListOptions<Path>;
  }
}
