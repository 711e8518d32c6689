import { statfs } from "node:fs/promises";
import { expect, it } from "vitest";
import { givenFolder } from "../given.test-support.ts";

it("a disk with less space than its reserve accepts no new work, and the error names no path", async () => {
  const { provider, top } = await givenFolder();
  await expect(provider.checkSpace?.()).resolves.toBeUndefined();
  const { bavail, bsize } = await statfs(top);
  const free = Math.floor((bavail * bsize) / 1_048_576);
  const greedy = await givenFolder({ reserveMb: free * 2 });
  await expect(greedy.provider.checkSpace?.()).rejects.toMatchObject({
    code: "overloaded",
    detail: "The disk of this host is nearly full. New work is accepted when there is space again.",
    retryAfter: 30,
  });
  const modest = await givenFolder({ reserveMb: 1 });
  await expect(modest.provider.checkSpace?.()).resolves.toBeUndefined();
});
