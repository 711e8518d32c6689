import { NetworkError } from "@workspace-agent/client";
import { expect, it } from "vitest";
import { wholeText } from "./whole-text.ts";

const answer = (end: (controller: ReadableStreamDefaultController<Uint8Array>) => void) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("one"));
        end(controller);
      },
    }),
  );

it("is all that came where the answer came to its end", async () => {
  expect(await wholeText(answer((controller) => controller.close()))).toBe("one");
});

it("names a connection that broke after the headers", async () => {
  const cause = new TypeError("network error");
  const error: unknown = await wholeText(answer((controller) => controller.error(cause))).catch((thrown: unknown) => thrown);
  expect(NetworkError.isInstance(error) && error.cause).toBe(cause);
});

it("throws the reason of a reader that has gone", async () => {
  const reader = AbortSignal.abort(new Error("gone"));
  const broken = answer((controller) => controller.error(new Error("aborted")));
  await expect(wholeText(broken, reader)).rejects.toThrow("gone");
});
