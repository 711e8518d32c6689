import { expect, test } from "vitest";
import { memoryVolumes } from "./memory-volumes.ts";

test("a written file is read back", async () => {
  const volume = await memoryVolumes().workspace("ws_1");
  const written = await volume.write("a/b.txt", new TextEncoder().encode("hello"));
  expect(written.created).toBe(true);
  const { body } = await volume.read("a/b.txt", { start: 1, end: 2 });
  expect(await new Response(body).text()).toBe("el");
});
