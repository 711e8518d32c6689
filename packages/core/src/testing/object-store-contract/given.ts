import type { DomainError } from "../../domain/errors/domain-error.ts";
import type { GetOptions, ObjectInfo, ObjectStore } from "../../ports/object-store.ts";
import { codeOf } from "../volume-contract/given.ts";

/** What the suites run on, valid within tests. */
export interface Given {
  readonly store: () => ObjectStore;
  readonly another: () => Promise<ObjectStore>;
}

/** Bytes that differ from place to place, so that none can be swapped or shifted unnoticed. */
export function noise(length: number, seed = 1): Uint8Array {
  let state = seed * 2_654_435_761;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

/** A body that gives `bytes` in chunks of uneven lengths. */
export function inChunks(bytes: Uint8Array, chunkBytes = 40_000): ReadableStream<Uint8Array> {
  let offset = 0;
  let turn = 0;
  return new ReadableStream({
    pull(controller) {
      const end = Math.min(bytes.length, offset + Math.max(1, chunkBytes - (turn++ % 3) * 17));
      if (end > offset) controller.enqueue(bytes.slice(offset, end));
      offset = end;
      if (offset === bytes.length) controller.close();
    },
  });
}

/** All bytes of an object, or null. */
export async function bytesOf(
  store: ObjectStore,
  key: string,
  options?: GetOptions,
): Promise<Uint8Array | null> {
  const found = await store.get(key, options);
  return found === null ? null : await new Response(found.body).bytes();
}

/** Whether two contents are the same: faster than a matcher, which compares byte by byte. */
export function isSame(one: Uint8Array | null, other: Uint8Array): boolean {
  return one?.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** All that is below a prefix, in pages of `limit`. */
export async function listed(store: ObjectStore, prefix: string, limit?: number): Promise<ObjectInfo[]> {
  const all: ObjectInfo[] = [];
  for (let after: string | undefined; ; after = all.at(-1)?.key) {
    const page = await store.list(prefix, {
      ...(limit !== undefined && { limit }),
      ...(after !== undefined && { after }),
    });
    all.push(...page.objects);
    if (!page.more) return all;
  }
}

export const keysBelow = async (store: ObjectStore, prefix: string, limit?: number): Promise<string[]> =>
  (await listed(store, prefix, limit)).map(({ key }) => key);

/** The code that reading an object to its end is refused with, or `ok`. */
export const codeOfGet = (
  store: ObjectStore,
  key: string,
  options?: GetOptions,
): Promise<DomainError["code"] | "ok"> => codeOf(bytesOf(store, key, options));
