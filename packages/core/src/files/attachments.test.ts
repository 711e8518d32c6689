import { describe, expect, it } from "vitest";
import { memoryVolumes } from "../memory/index.ts";
import type { Volume, VolumeProvider } from "../ports/volume.ts";
import { sha256OfBytes } from "../runtime/hash.ts";
import { admin, testHost } from "../test-host.test-support.ts";
import { scriptedModels, testStore, type ModelScript } from "../testing/index.ts";

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

async function hostWith(
  files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>,
  script: ModelScript = () => ({ text: "ok" }),
  volumes: VolumeProvider = memoryVolumes(),
) {
  const models = scriptedModels(script, { seesImages: true });
  const store = testStore();
  const config = { env: { TOKEN: { value: "hunter2hunter2", secret: true as const } } };
  const host = await testHost({ script: [], config, service: { models, store, volumes } });
  const write = async (path: string, content: string | Uint8Array<ArrayBuffer>) => {
    const body = new Response(content).body ?? new ReadableStream<Uint8Array>();
    await host.service.files.write(admin, host.workspaceId, "workspace", path, body);
  };
  for (const [path, content] of Object.entries(files)) await write(path, content);
  const attach = (...paths: readonly string[]) => paths.map((path) => ({ path }));
  const shown = (request = -1) => models.requests.at(request)?.messages[0]?.parts;
  return {
    host,
    store,
    models,
    write,
    attach,
    shown,
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

describe("the attachments of a message", () => {
  it("give the model the paths, the texts and the images, and the transcript the paths", async () => {
    await using given = await hostWith({
      "docs/a.txt": "one\ntwo\n",
      "cat.png": PNG,
      bytes: Uint8Array.of(0, 1),
    });
    const attachments = given.attach("docs/a.txt", "cat.png", "bytes");
    const result = await given.host.run("look", { attachments });
    const parts = [
      { type: "text", text: "look" },
      { type: "text", text: '[attached file "/workspace/docs/a.txt": 2 lines]\n1\tone\n2\ttwo' },
      { type: "text", text: '[attached file "/workspace/cat.png": an image: image/png, 11 bytes]' },
      { type: "image", media_type: "image/png", data: expect.any(String) as string },
      { type: "text", text: '[attached file "/workspace/bytes": a binary file of 2 bytes]' },
    ];
    expect(given.shown()).toEqual(parts);
    expect(result.messages[0]?.content).toBe("look");
    expect(result.messages[0]?.parts[1]).toMatchObject({ type: "attachment", path: "docs/a.txt", size: 8 });
    expect(await given.store.blobs.get("default", await sha256OfBytes(PNG))).toEqual(PNG);
  });

  it("stay what they were, whatever becomes of the files", async () => {
    await using given = await hostWith({ "a.txt": "before" });
    const { session_id } = await given.host.run("look", { attachments: given.attach("a.txt") });
    await given.write("a.txt", "after");
    await given.host.run("again", { session_id });
    expect(given.shown()).toEqual(given.shown(0));
    expect(JSON.stringify(given.shown())).toContain("before");
  });

  it("show as much of a long text as `read` does, and only name what is too much", async () => {
    const long = "x".repeat(100).concat("\n").repeat(1_000);
    await using given = await hostWith({
      "0": long,
      "1": long,
      "2": long,
      "3": long,
      "4": long,
      big: "y".repeat(5_242_881),
    });
    await given.host.run("look", { attachments: given.attach("0", "1", "2", "3", "4", "big") });
    const texts = (given.shown() ?? []).map((part) =>
      part.type === "text" ? (part.text.split("\n")[0] ?? "") : "",
    );
    expect(texts[1]).toMatch(/^\[attached file "\/workspace\/0": the first \d+ of 1000 lines\]$/);
    expect(texts.slice(4)).toEqual([
      expect.stringContaining("the first") as string,
      '[attached file "/workspace/4": a text of 1000 lines; its content is not shown: read it with the tools]',
      '[attached file "/workspace/big": 5242881 bytes; its content is not shown: read it with the tools]',
    ]);
  });

  it("show nothing of a file that is emptied meanwhile", async () => {
    const volumes = memoryVolumes();
    await using given = await hostWith({ "build.log": "one\n" }, undefined, {
      ...volumes,
      workspace: async (id, options) => {
        const volume = await volumes.workspace(id, options);
        const read: Volume["read"] = async (path, range) => {
          await volume.write(path, new Uint8Array());
          return volume.read(path, range);
        };
        return new Proxy(volume, {
          get: (target, name) => (name === "read" ? read : (Reflect.get(target, name, target) as unknown)),
        });
      },
    });
    await given.host.run("look", { attachments: given.attach("build.log") });
    expect(given.shown()).toContainEqual({
      type: "text",
      text: '[attached file "/workspace/build.log": empty]',
    });
  });

  it("do not show secrets", async () => {
    await using given = await hostWith({ ".env": "TOKEN=hunter2hunter2", "hunter2hunter2.txt": "a" });
    const { session_id } = await given.host.run("look", {
      attachments: given.attach(".env", "hunter2hunter2.txt"),
    });
    expect(JSON.stringify(await given.host.events(session_id))).not.toContain("hunter2");
  });

  it("are refused where they are no files of the workspace, with a pointer to each", async () => {
    await using given = await hostWith({ "docs/a.txt": "a" });
    await expect(
      given.host.send("look", {
        attachments: given.attach("docs/a.txt", "none", "docs", "../x", "/etc/passwd"),
      }),
    ).rejects.toMatchObject({
      code: "not_found",
      errors: ["1", "2", "3", "4"].map((index) => ({ pointer: `#/attachments/${index}/path` })),
    });
    await expect(given.host.send("look", { attachments: given.attach("..") })).rejects.toMatchObject({
      code: "invalid_path",
    });
    await expect(
      given.host.send("look", { attachments: Array.from({ length: 21 }, () => ({ path: "docs/a.txt" })) }),
    ).rejects.toMatchObject({ code: "invalid_request", errors: [{ pointer: "#/attachments" }] });
  });

  it("are those of the first request with its key, though the file is gone", async () => {
    await using given = await hostWith({ "a.txt": "a" });
    const { service, workspaceId } = given.host;
    const chat = { message: "look", attachments: given.attach("a.txt") };
    const send = () => service.chat.send(admin, workspaceId, chat, { idempotencyKey: "once" });
    const first = await send();
    await service.files.remove(admin, workspaceId, "workspace", "a.txt");
    expect(await send()).toMatchObject({ turn_id: first.turn_id, replayed: true });
  });

  it("come with a message that joins a turn, and with a copy of the session", async () => {
    await using given = await hostWith({ "cat.png": PNG }, async (_, index) => {
      if (index > 0) return { text: "done" };
      const [session] = (await given.host.service.sessions.list(admin, given.host.workspaceId, { limit: 1 }))
        .items;
      const joining = { session_id: session?.id ?? "", on_busy: "steer" as const };
      await given.host.send("and this", { ...joining, attachments: given.attach("cat.png") });
      return { text: "one" };
    });
    const { session_id } = await given.host.run("go");
    const last = given.models.requests.at(-1)?.messages.at(-1)?.parts;
    expect(last?.map(({ type }) => type)).toEqual(["text", "text", "image"]);
    const { id } = await given.host.service.sessions.fork(admin, given.host.workspaceId, session_id, {});
    await given.host.service.sessions.delete(admin, given.host.workspaceId, session_id);
    await given.host.run("more", { session_id: id });
    expect(given.models.requests.at(-1)?.messages.flatMap(({ parts }) => parts)).toContainEqual(
      expect.objectContaining({ type: "image", media_type: "image/png" }),
    );
  });
});
