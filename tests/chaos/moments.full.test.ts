import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, it } from "vitest";
import { httpServer } from "../http-server.test-support.ts";
import { until } from "../until.test-support.ts";
import { pair, untilIdle } from "./moments.test-support.ts";
import { handOver, linesInFiles, makeWorkspace } from "./sessions.ts";
import { chaosWorld } from "./world.ts";

describe("an instance that is killed (SIGKILL)", () => {
  it.each([true, false])(
    "in a bulk load (atomic: %s) leaves what it reported, and a repeat completes it",
    async (atomic) => {
      const COUNT = 4_000;
      await using world = await chaosWorld({ script: { command: linesInFiles }, instances: 2 });
      const [first, second] = await pair(world);
      const lineAt = (index: number) =>
        `${JSON.stringify({ name: `prompt-${index}`, content: `Prompt ${index}.` })}\n`;
      const lines = Array.from({ length: COUNT }, (_, index) => lineAt(index));
      const path = `/api/prompts/bulk?atomic=${atomic}`;
      const headers = { "content-type": "application/x-ndjson", accept: "application/x-ndjson" };
      const half = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(lines.slice(0, COUNT / 2).join("")));
        },
      });
      let told = 0;
      const loading = fetch(first.base + path, {
        method: "POST",
        headers,
        body: half,
        duplex: "half",
      } as RequestInit).then(async ({ body }) => {
        for await (const bytes of body ?? [])
          told += (new TextDecoder().decode(bytes).match(/"created"/g) ?? []).length;
      });
      loading.catch(() => undefined);
      const written = async () => {
        const { rows } = await world.database.query<{ count: string }>(
          `select count(*) from workspace_agent.${atomic ? "staged_lines" : "library_items"}`,
        );
        return Number(rows[0]?.count) > 0;
      };
      await until(written);
      // A load that is not atomic has reported some lines, and more follow: the kill is in its middle.
      if (!atomic) await until(async () => told > 0);
      await first.kill();
      await loading.catch(() => undefined);
      await second.startSurely();
      const count = async () => {
        const { rows } = await world.database.query<{ count: string }>(
          "select count(*) from workspace_agent.library_items",
        );
        return Number(rows[0]?.count);
      };
      const kept = await count();
      if (atomic) expect(kept).toBe(0);
      else {
        expect(told).toBeGreaterThan(0);
        expect(kept).toBeGreaterThanOrEqual(told);
      }
      const again = await fetch(second.base + path, { method: "POST", headers, body: lines.join("") });
      const summary = (await again.text()).trim().split("\n").at(-1) ?? "";
      expect(JSON.parse(summary)).toMatchObject({
        summary: { created: COUNT - kept, unchanged: kept, errors: 0 },
      });
      expect(await count()).toBe(COUNT);
    },
  );

  it("while it sends a webhook lets another instance repeat it, and later ones are sent once", async () => {
    const told: IncomingHttpHeaders[] = [];
    const url = await httpServer((request, response) => {
      request.resume();
      told.push(request.headers);
      // The first is never answered.
      if (told.length > 1) response.end();
    });
    await using world = await chaosWorld({ script: { command: linesInFiles }, instances: 2 });
    const [first, second] = await pair(world);
    const { caller } = world;
    const { id } = await caller.call<{ id: string }>("POST", "/api/webhooks", {
      url,
      events: ["turn.ended"],
    });
    const workspace = await makeWorkspace(caller, "one");
    await untilIdle(world, await handOver(caller, workspace, "told"));
    await until(async () => told.length === 1);
    await first.kill();
    await second.startSurely();
    await untilIdle(world, await handOver(caller, workspace, "later"));
    // Another instance may send after a minute.
    await until(async () => told.length === 3, 90);
    const path = `/api/webhooks/${id}/deliveries`;
    await until(async () => {
      const all = await caller.call<readonly { status: string }[]>("GET", path);
      return all.length === 2 && all.every(({ status }) => status === "delivered");
    });
    const [lost, later, again] = told.map((headers) => headers["webhook-id"]);
    expect(again).toBe(lost);
    expect(later).not.toBe(lost);
    expect(told).toHaveLength(3);
  }, 180_000);
});
