import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { collect, keep, openObjects, read } from "./objects.ts";

const DAY_MS = 86_400_000;

test("keeps a content once, reads it, and removes what nothing names after a day", async () => {
  const dir = await mkdtemp(join(tmpdir(), "objects-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const objects = openObjects({ OBJECTS_DIR: dir, SECRET_KEY: "secret" });
  const [one, other] = [new Uint8Array(100_000).fill(1), new Uint8Array(10).fill(2)];
  const keys = [await keep(objects, one), await keep(objects, one), await keep(objects, other)];
  expect(new Set(keys).size).toBe(2);
  expect((await read(objects, keys[0] ?? "")).length).toBe(100_000);
  expect(await collect(objects, new Set())).toBe(0);
  expect(await collect(objects, new Set([keys[2] ?? ""]), Date.now() + 2 * DAY_MS)).toBe(1);
  await expect(read(objects, keys[0] ?? "")).rejects.toThrow("There is no object");
});

test("a bucket needs credentials", () => {
  expect(() => openObjects({ BUCKET: "bucket" })).toThrow("accessKeyId is empty.");
});
