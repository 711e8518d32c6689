import { expect, test } from "vitest";
import { completeExport } from "./complete-export.ts";
import { EXIT } from "./exit-codes.ts";

const end = '{"type":"end","sessions":1,"events":2,"images":0}\n';
const lines = `${JSON.stringify({ type: "event", event: { text: "x".repeat(5_000) } })}\n`;

function inPieces(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  );
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  return new Response(body);
}

test.each([1, 7, 100_000])("a complete export is passed on as it is, in pieces of %i bytes", async (size) => {
  expect(await completeExport(inPieces(lines + end, size)).text()).toBe(lines + end);
});

test.each([lines, "", `${lines}${end.slice(0, -5)}`, `${end}${lines}`])(
  "an export that was cut off fails after its last byte",
  async (text) => {
    await expect(completeExport(inPieces(text, 1_000)).text()).rejects.toMatchObject({
      exitCode: EXIT.unreachable,
    });
  },
);
