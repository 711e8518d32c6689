import { expect, test } from "vitest";
import { testApi } from "../test-api.test-support.ts";

const prices = { "scripted/model": { input: 10, output: 100, cache_read: 1, cache_write: 10 } };

test("a workspace's usage is listed by model and by day, deleted sessions included", async () => {
  await using api = await testApi({
    script: () => ({ text: "done", usage: { input_tokens: 100, output_tokens: 10 } }),
    service: { prices },
  });
  const { id } = await api.createWorkspace();
  const path = `/api/workspaces/${id}`;
  const turn = (await api.chat(id)).as();
  const { stats } = (await api.chat(id)).as();
  expect(stats).toMatchObject({ steps: 1, cost_usd: 0.002 });
  await api.call("DELETE", `${path}/sessions/${turn.session_id}`);
  const totals = {
    turns: 2,
    steps: 2,
    tool_calls: 0,
    input_tokens: 200,
    output_tokens: 20,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    cost_usd: 0.004,
    duration_ms: 0,
  };
  const day = new Date(api.clock.now()).toISOString().slice(0, 10);
  expect((await api.call("GET", `${path}/usage`)).json).toEqual({
    ...totals,
    by_model: [{ model: "scripted/model", ...totals }],
    by_day: [{ day, ...totals }],
  });
});
