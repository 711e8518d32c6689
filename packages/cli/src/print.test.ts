import { expect, test } from "vitest";
import type { Context } from "./context.ts";
import { printList } from "./print.ts";

test("a list reads nothing beyond its limit", async () => {
  let out = "";
  const context = { output: { out: (text: string) => void (out += text) } } as unknown as Context;
  const columns = { head: ["id"], row: (id: string) => [id] };
  async function* items() {
    yield "a";
    yield "b";
    expect.unreachable("another page is read");
  }
  await printList(context, items(), columns, { json: true, limit: 2 });
  expect(out).toBe('"a"\n"b"\n');
});
