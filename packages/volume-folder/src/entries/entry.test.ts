import { lstat } from "node:fs/promises";
import { expect, it } from "vitest";
import { toEntry } from "./entry.ts";

it.each([
  [-5_000n, "1970-01-01T00:00:00.000Z"],
  [10n ** 17n, "9999-12-31T23:59:59.999Z"],
])("a time of %s ms is limited to the range of RFC 3339", async (mtimeMs, written) => {
  const stats = Object.assign(await lstat(import.meta.dirname, { bigint: true }), { mtimeMs });
  expect(new Date(toEntry("entries", stats)?.mtime ?? NaN).toISOString()).toBe(written);
});
