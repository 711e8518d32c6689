import { expect, test } from "vitest";
import type { Files } from "../../packages/client/src/index.ts";
import { clientOf, testApi, type TestApi } from "../../packages/client/src/test-client.test-support.ts";
import { filesBelow } from "../../packages/cli/src/files-below.ts";

/** The files of a workspace on an instance that lists few entries at once. */
async function listingAtMost(api: TestApi, most: number, paths: readonly string[]): Promise<Files> {
  const { id } = await api.createWorkspace();
  const files = clientOf(api).files(id);
  for (const path of paths) await files.write(path, "x");
  return {
    ...files,
    list: async (path, options = {}) =>
      await files.list(path, { ...options, limit: Math.min(most, options.limit ?? most) }),
  };
}

const paths = ["a/1", "a/2", "a/b/1", "a/b/2", "a/b/c/1", "a/d/1", "z"];

test.for([100, 10, 5, 4])(
  "all files of a folder are found if a list has at most %i entries",
  async (most) => {
    await using api = await testApi();
    const files = await listingAtMost(api, most, paths);
    expect((await Array.fromAsync(filesBelow(files, ""))).sort()).toEqual(paths);
    expect((await Array.fromAsync(filesBelow(files, "a/b"))).sort()).toEqual(["a/b/1", "a/b/2", "a/b/c/1"]);
  },
);

test("a folder with too many entries of its own is an error that names files zip", async () => {
  await using api = await testApi();
  const files = await listingAtMost(api, 3, paths);
  await expect(Array.fromAsync(filesBelow(files, ""))).rejects.toThrow(/"a" has more .* files zip/);
});

test("a folder with more files than a default list is found completely", async () => {
  await using api = await testApi();
  const { id } = await api.createWorkspace();
  const files = clientOf(api).files(id);
  const many = Array.from({ length: 1_001 }, (_, index) => `many/${index}`);
  for (const path of many) await files.write(path, "x");
  expect(new Set(await Array.fromAsync(filesBelow(files, "many")))).toEqual(new Set(many));
});
