import { tarGzStream } from "@workspace-agent/archives";
import { expect, test } from "vitest";
import { testApi, type TestApi } from "../test-api.test-support.ts";

const encoder = new TextEncoder();

async function archiveOf(content: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = encoder.encode(content);
  const body = async () => new Blob([bytes]).stream();
  const entry = { path: "a.txt", type: "file", size: bytes.length, executable: false, body } as const;
  return new Response(tarGzStream([entry])).bytes();
}

const unpack = (api: TestApi, id: string, body: Uint8Array<ArrayBuffer>) =>
  api.call("POST", `/api/workspaces/${id}/agent/dirs/unpack`, {
    body,
    headers: { "content-type": "application/gzip", "idempotency-key": "sources" },
  });

test("a directory that is made again under its key is answered as before, even when it went meanwhile", async () => {
  await using api = await testApi();
  const { id } = await api.createWorkspace("files");
  const path = `/api/workspaces/${id}/agent/dirs?path=out`;
  const headers = { "idempotency-key": "make-out" };

  const first = await api.call("POST", path, { headers });
  expect(first.status).toBe(201);
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  await api.call("DELETE", `/api/workspaces/${id}/agent/files?path=out`);
  const again = await api.call("POST", path, { headers });
  expect([again.status, again.json]).toEqual([201, first.json]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");

  const other = await api.call("POST", `/api/workspaces/${id}/agent/dirs?path=other`, { headers });
  expect([other.status, other.as<{ code: string }>().code]).toEqual([422, "idempotency_key_reused"]);
  const ofAfs = await api.call("POST", `/api/workspaces/${id}/agent/afs-dirs?path=out`, { headers });
  expect(ofAfs.status).toBe(201);
});

test("an archive is unpacked once under its key, and another one is refused", async () => {
  await using api = await testApi();
  const { id } = await api.createWorkspace("files");
  const file = `/api/workspaces/${id}/agent/files?path=a.txt`;

  const first = await unpack(api, id, await archiveOf("one"));
  expect(first.status).toBe(200);
  await api.call("PUT", file, { body: "changed by hand" });
  const again = await unpack(api, id, await archiveOf("one"));
  expect([again.status, again.json]).toEqual([200, first.json]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect((await api.call("GET", file)).text).toBe("changed by hand");

  expect((await unpack(api, id, await archiveOf("two"))).status).toBe(422);
});

test("an archive that was refused leaves its key free", async () => {
  await using api = await testApi();
  const { id } = await api.createWorkspace("files");
  expect((await unpack(api, id, encoder.encode("no archive"))).status).toBe(400);
  expect((await unpack(api, id, await archiveOf("one"))).status).toBe(200);
});
