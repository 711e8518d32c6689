import { CompiledQuery } from "kysely";
import { expect, it } from "vitest";
import { ReadCache } from "./read-cache.ts";

interface Row {
  readonly text: string;
}

function query(...parameters: readonly unknown[]): CompiledQuery<Row> {
  return CompiledQuery.raw("select 1", [...parameters]);
}

/** Reads that count themselves. */
function reads(text = "row") {
  let count = 0;
  return {
    read: async () => [{ text: `${text} ${++count}` }],
    get count() {
      return count;
    },
  };
}

const decode = (rows: readonly Row[]) => ({ texts: rows.map((row) => row.text) });

it("gives what it gave before until it has to forget", async () => {
  const cache = new ReadCache();
  const source = reads();
  const first = await cache.read(query("a"), source.read, decode);
  expect(await cache.read(query("a"), source.read, decode)).toBe(first);
  expect(Object.isFrozen(first.texts)).toBe(true);
  expect(await cache.read(query("b"), source.read, decode)).toEqual({ texts: ["row 2"] });
  cache.forget();
  expect(await cache.read(query("a"), source.read, decode)).toEqual({ texts: ["row 3"] });
});

it("does not keep what was read before a write that ended meanwhile", async () => {
  const cache = new ReadCache();
  const { promise, resolve } = Promise.withResolvers<readonly Row[]>();
  const slow = cache.read(query("a"), () => promise, decode);
  cache.forget();
  resolve([{ text: "old" }]);
  expect(await slow).toEqual({ texts: ["old"] });
  expect(await cache.read(query("a"), reads("new").read, decode)).toEqual({ texts: ["new 1"] });
});

it("does not keep what is large", async () => {
  const cache = new ReadCache();
  const source = reads("x".repeat(100_000));
  await cache.read(query("a"), source.read, decode);
  await cache.read(query("a"), source.read, decode);
  expect(source.count).toBe(2);
});

it("keeps a bounded number of results", async () => {
  const cache = new ReadCache();
  const source = reads();
  for (let index = 0; index < 1000; index++) await cache.read(query(index), source.read, decode);
  await cache.read(query(999), source.read, decode);
  expect(source.count).toBe(1000);
  await cache.read(query(0), source.read, decode);
  expect(source.count).toBe(1001);
});
