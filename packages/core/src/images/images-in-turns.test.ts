import { describe, expect, it } from "vitest";
import { toBase64 } from "../runtime/base64.ts";
import { sha256OfBytes } from "../runtime/hash.ts";
import { memoryVolumes } from "../memory/index.ts";
import { admin, testHost } from "../test-host.test-support.ts";
import { scriptedModels, type ModelScript, testStore } from "../testing/index.ts";
import { MAX_IMAGE_BYTES } from "../domain/images/image-type.ts";

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const GIF = new TextEncoder().encode("GIF89a...");
const png = { data: toBase64(PNG), media_type: "image/png" } as const;
const gif = { data: toBase64(GIF), media_type: "image/gif" } as const;

async function hostWith(script: ModelScript, seesImages = true) {
  const models = scriptedModels(script, { seesImages });
  const store = testStore();
  const volumes = memoryVolumes();
  const host = await testHost({ script: [], service: { models, store, volumes } });
  const requests = () => models.requests;
  return { host, store, volumes, requests, [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() };
}

describe("the images of a message", () => {
  it("are kept by their hash and shown to a model that sees, in each later step too", async () => {
    await using given = await hostWith([{ text: "A cat." }, { text: "Still one." }]);
    const { session_id } = await given.host.run("what is it?", { images: [png, gif, png] });
    await given.host.run("sure?", { session_id });
    const parts = [
      { type: "text", text: "what is it?" },
      { type: "image", ...png },
      { type: "image", ...gif },
      { type: "image", ...png },
    ];
    for (const request of given.requests()) expect(request.messages[0]).toEqual({ role: "user", parts });
    const hash = await sha256OfBytes(PNG);
    const { items } = await given.host.service.sessions.messages(
      admin,
      given.host.workspaceId,
      session_id,
      {},
    );
    expect(items[0]?.content).toBe("what is it?");
    expect(items[0]?.parts[1]).toEqual({ type: "image", media_type: "image/png", blob: hash });
    expect(await given.store.blobs.get("default", hash)).toEqual(PNG);
  });

  it("are mentioned to a model that sees none", async () => {
    await using given = await hostWith([{ text: "I cannot see." }], false);
    await given.host.run("what is it?", { images: [png] });
    expect(given.requests()[0]?.messages[0]?.parts[1]).toEqual({
      type: "text",
      text: "[image omitted: image/png; this model sees no images]",
    });
  });

  it("are refused with a pointer to each that is too large, of no known kind or of another", async () => {
    await using given = await hostWith([]);
    const large = new Uint8Array(MAX_IMAGE_BYTES + 1);
    large.set(PNG);
    const images = [
      png,
      { ...png, media_type: "image/gif" as const },
      { data: toBase64(new TextEncoder().encode("text that is none")), media_type: "image/png" as const },
      { data: toBase64(large), media_type: "image/png" as const },
    ];
    await expect(given.host.send("look", { images })).rejects.toMatchObject({
      code: "invalid_request",
      errors: [
        { pointer: "#/images/1/media_type", detail: "must be image/png, the type of the image" },
        { pointer: "#/images/2/data" },
        { pointer: "#/images/3/data", detail: `must not be larger than ${MAX_IMAGE_BYTES} bytes` },
      ],
    });
  });

  it("stay while a session or a fork of it shows them, and go with the last", async () => {
    await using given = await hostWith([{ text: "A cat." }, { text: "A cat, still." }]);
    const { service, workspaceId } = given.host;
    const { session_id } = await given.host.run("what is it?", { images: [png] });
    const fork = await service.sessions.fork(admin, workspaceId, session_id, {});
    const hash = await sha256OfBytes(PNG);
    await service.sessions.delete(admin, workspaceId, session_id);
    expect(await given.store.blobs.get("default", hash)).toEqual(PNG);
    await given.host.run("sure?", { session_id: fork.id });
    expect(given.requests()[1]?.messages[0]?.parts[1]).toEqual({ type: "image", ...png });
    await service.sessions.delete(admin, workspaceId, fork.id);
    expect(await given.store.blobs.get("default", hash)).toBeNull();
  });

  it("go with their workspace, of however many sessions", async () => {
    await using given = await hostWith(() => ({ text: "Seen." }));
    await given.host.run("one", { images: [png] });
    await given.host.run("two", { images: [gif] });
    await given.host.service.workspaces.delete(admin, given.host.workspaceId);
    for (const bytes of [PNG, GIF])
      expect(await given.store.blobs.get("default", await sha256OfBytes(bytes))).toBeNull();
  });
});

describe("reading an image file", () => {
  const script: ModelScript = [
    {
      toolCalls: [
        { name: "read", arguments: { path: "cat.png" } },
        { name: "read", arguments: { path: "notes.txt" } },
      ],
    },
    { text: "A cat." },
  ];

  it("shows it to a model that sees, in a message after the results", async () => {
    await using given = await hostWith(script);
    const volume = await given.volumes.workspace(given.host.workspaceId);
    await volume.write("cat.png", PNG);
    await volume.write("notes.txt", new TextEncoder().encode("notes\n"));
    const { session_id } = await given.host.run("look");
    const [tool, shown] = given.requests()[1]?.messages.slice(-2) ?? [];
    expect(tool).toMatchObject({
      role: "tool",
      parts: [{ output: "[an image: image/png, 11 bytes]", is_error: false }, { output: "1\tnotes" }],
    });
    expect(tool?.parts[0]).not.toHaveProperty("images");
    expect(shown).toMatchObject({
      role: "user",
      parts: [
        { type: "text", text: expect.stringContaining("result of read") as string },
        { type: "image", ...png },
      ],
    });
    await given.host.service.sessions.delete(admin, given.host.workspaceId, session_id);
    expect(await given.store.blobs.get("default", await sha256OfBytes(PNG))).toBeNull();
  });

  it("says what it is to a model that sees none", async () => {
    await using given = await hostWith(script, false);
    await (await given.volumes.workspace(given.host.workspaceId)).write("cat.png", PNG);
    await given.host.run("look");
    expect(given.requests()[1]?.messages.at(-1)?.parts[0]).toMatchObject({
      output: "[an image: image/png, 11 bytes; this model does not accept images]",
      is_error: false,
    });
  });
});
