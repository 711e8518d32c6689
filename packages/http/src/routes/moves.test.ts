import { describe, expect, test } from "vitest";
import { testApi } from "../test-api.test-support.ts";

const PLACES = [
  ["agent/files", "agent/move"],
  ["agent/afs-files", "agent/afs-move"],
] as const;

describe.each(PLACES)("files at %s", (files, move) => {
  async function aTree() {
    const api = await testApi();
    const { id } = await api.createWorkspace("moving");
    const base = `/api/workspaces/${id}`;
    for (const path of ["a", "d/x", "other"]) {
      await api.call("PUT", `${base}/${files}?path=${encodeURIComponent(path)}`, { body: path });
    }
    const send = async (json: object) => await api.call("POST", `${base}/${move}`, { json });
    const read = async (path: string) =>
      await api.call("GET", `${base}/${files}?path=${encodeURIComponent(path)}`);
    const dispose = () => api[Symbol.asyncDispose]();
    return { api, send, read, base, [Symbol.asyncDispose]: dispose };
  }

  test("are moved, parents made", async () => {
    await using given = await aTree();
    const { send, read } = given;
    const moved = await send({ src: "a", dest: "new/place/ü" });
    expect([moved.status, moved.json]).toEqual([
      200,
      { name: "ü", path: "new/place/ü", type: "file", size: 1, mtime: expect.any(String) as string },
    ]);
    expect((await read("new/place/ü")).text).toBe("a");
    expect((await read("a")).status).toBe(404);
    expect((await send({ src: "d", dest: "e" })).json).toMatchObject({ path: "e", type: "dir" });
    expect((await read("e/x")).text).toBe("d/x");
  });

  test("replace an existing target only if asked to", async () => {
    await using given = await aTree();
    const { send, read } = given;
    for (const dest of ["other", "d"]) {
      expect((await send({ src: "a", dest })).json).toMatchObject({ status: 409, code: "already_exists" });
      expect((await send({ src: "a", dest, overwrite: false })).status).toBe(409);
    }
    expect((await send({ src: "a", dest: "other", overwrite: true })).status).toBe(200);
    expect((await read("other")).text).toBe("a");
  });
});
