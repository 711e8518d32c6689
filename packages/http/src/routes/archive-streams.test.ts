import type { VolumeProvider } from "@workspace-agent/core";
import { memoryVolumes } from "@workspace-agent/core/memory";
import { expect, test } from "vitest";
import { nodeServer } from "../node-server.test-support.ts";
import { testApi } from "../test-api.test-support.ts";
import { volumesWith } from "./volumes-with.test-support.ts";

/** Bytes that cannot be packed. */
function noise(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let offset = 0; offset < size; offset += 65_536) {
    crypto.getRandomValues(bytes.subarray(offset, Math.min(size, offset + 65_536)));
  }
  return bytes;
}

async function aServer(volumes: VolumeProvider) {
  const api = await testApi({ service: { volumes } });
  const server = await nodeServer(api.handler);
  const { id } = await api.createWorkspace("streams");
  const base = `/api/workspaces/${id}/agent`;
  for (const name of ["a", "b"])
    await api.call("PUT", `${base}/files?path=${name}`, { body: noise(2_000_000) });
  const zip = (signal?: AbortSignal) =>
    fetch(`${server.url}${base}/dirs/zip`, {
      headers: { authorization: `Bearer ${api.token}` },
      ...(signal === undefined ? {} : { signal }),
    });
  const dispose = async () => {
    await server[Symbol.asyncDispose]();
    await api[Symbol.asyncDispose]();
  };
  return { api, zip, [Symbol.asyncDispose]: dispose };
}

test("a zip that fails half-way breaks the connection, and does not end as if it were whole", async () => {
  const volumes = volumesWith(async (volume, path) => {
    if (path === "b") throw new Error("the disk broke");
    return await volume.read(path);
  });
  await using given = await aServer(volumes);
  const answer = await given.zip();
  expect([answer.status, answer.headers.get("content-length")]).toEqual([200, null]);
  await expect(answer.bytes()).rejects.toThrow();
  expect(given.api.logged.filter(({ level }) => level === "error")).toMatchObject([
    { message: "an answer broke off", fields: { error: { cause: { message: "the disk broke" } } } },
  ]);
});

test("a reader of a zip who leaves closes the file that is being read", async () => {
  let open = 0;
  let isFirst = true;
  const left = Promise.withResolvers<undefined>();
  const volumes = volumesWith(async (volume, path) => {
    const { entry, body } = await volume.read(path);
    open++;
    const reader = body.getReader();
    const watched = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          // The file lasts until its reader has gone.
          if (!isFirst) await left.promise;
          isFirst = false;
          const next = await reader.read();
          if (!next.done) controller.enqueue(next.value);
          else {
            open--;
            controller.close();
          }
        },
        cancel: () => {
          open--;
        },
      },
      { highWaterMark: 0 },
    );
    return { entry, body: watched };
  });
  await using given = await aServer(volumes);
  const controller = new AbortController();
  const answer = await given.zip(controller.signal);
  const reader = answer.body?.getReader();
  await reader?.read();
  expect(open).toBe(1);
  controller.abort();
  left.resolve(undefined);
  await expect.poll(() => open).toBe(0);
  expect(given.api.logged.filter(({ level }) => level === "error")).toEqual([]);
});

test("many slow readers of zips do not hold each other up", async () => {
  await using given = await aServer(memoryVolumes());
  const slow = await Promise.all(Array.from({ length: 3 }, () => given.zip()));
  const quick = await (await given.zip()).bytes();
  expect(quick.length).toBeGreaterThan(4_000_000);
  for (const answer of slow) await answer.body?.cancel();
});
