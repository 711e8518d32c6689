import { NetworkError } from "@workspace-agent/client";
import { expect, it } from "vitest";
import { readBytes, readShortText, readText, textPieces } from "./read-text.ts";

const answer = (end: (controller: ReadableStreamDefaultController<Uint8Array>) => void) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("one"));
        end(controller);
      },
    }),
  );

it("returns the text of a complete response", async () => {
  expect(await readText(answer((controller) => controller.close()))).toBe("one");
});

it("throws a network error if the connection breaks after the headers", async () => {
  const cause = new TypeError("network error");
  const error: unknown = await readText(answer((controller) => controller.error(cause))).catch((thrown: unknown) => thrown);
  expect(NetworkError.isInstance(error) && error.cause).toBe(cause);
});

it("throws a network error if the connection breaks between pieces", async () => {
  const broken = () => answer((controller) => controller.error(new TypeError("network error")));
  const failure = async (read: Promise<unknown>) =>
    NetworkError.isInstance(await read.catch((thrown: unknown) => thrown));
  expect(await failure(textPieces(broken()).next())).toBe(true);
  expect(await failure(readShortText(broken(), () => false))).toBe(true);
  expect(await failure(readBytes(broken()))).toBe(true);
});

it("throws the reason of an aborted signal", async () => {
  const reader = AbortSignal.abort(new Error("gone"));
  const broken = () => answer((controller) => controller.error(new Error("aborted")));
  await expect(readText(broken(), reader)).rejects.toThrow("gone");
  await expect(textPieces(broken(), reader).next()).rejects.toThrow("gone");
});

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
