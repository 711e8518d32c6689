import { expect, it } from "vitest";
import { memoryStore } from "../memory/index.ts";
import { withMembers } from "../ports/checks/shape.ts";
import type { ModelPart, PromptPart } from "../ports/model.ts";
import { sha256OfBytes } from "../runtime/hash.ts";
import { aSession, aWorkspace, testCaller } from "../testing/index.ts";
import { ImageStore } from "./image-store.ts";

/** More than half of what is cached. */
const LARGE = 15 * 1_048_576;

async function givenSession() {
  const store = memoryStore();
  const workspace = aWorkspace();
  const session = aSession(workspace);
  await store.workspaces.insert(workspace);
  await store.sessions.insert(session);
  return { store, session };
}

it("an image of a session that was deleted meanwhile is not stored", async () => {
  const { store, session } = await givenSession();
  const { tenant, id } = session;
  const bytes = Uint8Array.of(1);
  await store.sessions.delete(tenant, id);
  await expect(new ImageStore(store).keep(tenant, id, bytes)).rejects.toMatchObject({ code: "not_found" });
  expect(await store.blobs.get(tenant, await sha256OfBytes(bytes))).toBeNull();
});

it("an image that is read twice at once is cached all the same", async () => {
  const { store, session } = await givenSession();
  let reads = 0;
  const blobs = withMembers(store.blobs, {
    get: (tenant, hash) => {
      reads += 1;
      return store.blobs.get(tenant, hash);
    },
  });
  const images = new ImageStore({ ...store, blobs });
  const blob = await images.keep(session.tenant, session.id, new Uint8Array(LARGE));
  async function* stream(): AsyncGenerator<ModelPart, void> {}
  const model = images.modelOf(session.tenant, { reference: "silent/model", sees_images: true, stream });
  const image: PromptPart = { type: "image", media_type: "image/png", data: "", blob };
  const show = (parts: readonly PromptPart[]) =>
    Array.fromAsync(
      model.stream(
        { system: "", messages: [{ role: "user", parts }], tools: [], caller: testCaller() },
        { signal: new AbortController().signal },
      ),
    );
  await show([image, image]);
  const before = reads;
  await show([image]);
  expect(reads).toBe(before);
});
