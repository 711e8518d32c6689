import { expect, it } from "vitest";
import { readShortText } from "./read-text.ts";

it("reads a text no further than it is too long", async () => {
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("line\n")),
    cancel: () => void (isCancelled = true),
  });
  expect(await readShortText(new Response(endless), (text) => text.length > 1_000)).toBe(null);
  expect(isCancelled).toBe(true);
  expect(await readShortText(new Response("é".repeat(100)), (text) => text.length > 100)).toBe("é".repeat(100));
  expect(await readShortText(new Response(null), () => false)).toBe("");
});
