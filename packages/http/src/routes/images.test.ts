import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { testApi, type TestApi } from "../test-api.test-support.ts";

const GIF = "GIF89a, and what an image is made of";
const HASH = createHash("sha256").update(GIF).digest("hex");

async function withImage(api: TestApi) {
  const { id } = await api.createWorkspace();
  const images = [{ data: btoa(GIF), media_type: "image/gif" }];
  const { session_id } = (await api.chat(id, { message: "What is it?", images })).as();
  const other = (await api.chat(id, { message: "Nothing to see." })).as();
  const address = (session: string, hash = HASH) =>
    `/api/workspaces/${id}/sessions/${session}/images/${hash}`;
  return { id, session_id, address, otherId: other.session_id };
}

test("an image of a session is given as it was sent, and acts as nothing but an image", async () => {
  await using api = await testApi();
  const { session_id, address } = await withImage(api);
  const { status, text, headers } = await api.call("GET", address(session_id));
  expect([status, text]).toEqual([200, GIF]);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "image/gif",
    "content-disposition": expect.stringContaining(`inline; filename="${HASH.slice(0, 12)}.gif"`) as string,
    "content-security-policy": expect.stringContaining("sandbox") as string,
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=31536000, immutable",
  });
});

test("an image is not found in a session that does not show it, by another hash, or when the session is gone", async () => {
  await using api = await testApi();
  const { id, session_id, otherId, address } = await withImage(api);
  for (const wrong of [address(otherId), address(session_id, "0".repeat(64)), address(session_id, "x")]) {
    const { status, json } = await api.call("GET", wrong);
    expect([status, json]).toEqual([404, expect.objectContaining({ code: "not_found" })]);
  }
  const fork = (
    await api.call("POST", `/api/workspaces/${id}/sessions/${session_id}/fork`, { json: {} })
  ).as();
  await api.call("DELETE", `/api/workspaces/${id}/sessions/${session_id}`);
  expect((await api.call("GET", address(session_id))).status).toBe(404);
  expect((await api.call("GET", address(fork.id))).text).toBe(GIF);
});
