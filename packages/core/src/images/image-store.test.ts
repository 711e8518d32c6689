import { expect, it } from "vitest";
import { memoryStore } from "../memory/index.ts";
import { withMembers } from "../ports/checks/shape.ts";
import type { ModelPart, PromptPart } from "../ports/model.ts";
import { testCaller } from "../testing/index.ts";
import { ImageStore } from "./image-store.ts";

/** More than half of what is cached. */
const LARGE = 15 * 1_048_576;

it("an image that is read twice at once is cached all the same", async () => {
  const store = memoryStore();
  let reads = 0;
  const blobs = withMembers(store.blobs, {
    get: (tenant, hash) => {
      reads += 1;
      return store.blobs.get(tenant, hash);
    },
  });
  const images = new ImageStore({ ...store, blobs });
  const blob = await images.keep("t", "ses_1", new Uint8Array(LARGE));
  async function* stream(): AsyncGenerator<ModelPart, void> {}
  const model = images.modelOf("t", { reference: "silent/model", sees_images: true, stream });
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
