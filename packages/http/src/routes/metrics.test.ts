import { describe, expect, test } from "vitest";
import { answered, testApi } from "../test-api.test-support.ts";

/** A sample: its value by its name and labels. */
function samples(text: string): ReadonlyMap<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

const prices = { "scripted/model": { input: 10, output: 100, cache_read: 1, cache_write: 10 } };

describe("/metrics", () => {
  test("tells in the format of Prometheus what the instance did", async () => {
    await using api = await testApi({
      script: [
        { toolCalls: [{ name: "bash", arguments: { command: "x" } }], usage: { input_tokens: 100 } },
        { text: "done", usage: { input_tokens: 200, cache_read_tokens: 50, output_tokens: 5 } },
      ],
      service: { prices },
    });
    const { id } = await api.createWorkspace();
    await api.chat(id, { message: "go" });
    await api.call("GET", "/api/nothing/here");
    const { status, headers, text } = await api.call("GET", "/metrics");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    for (const line of text.trimEnd().split("\n"))
      expect(line).toMatch(/^(# (HELP|TYPE) workspace_agent_\w+ .+|workspace_agent_\w+(\{.+\})? [\d.e+-]+)$/);
    const read = samples(text);
    const model = 'model="scripted/model"';
    expect(read.get('workspace_agent_turns_total{stop_reason="end_turn"}')).toBe(1);
    expect(read.get(`workspace_agent_steps_total{${model}}`)).toBe(2);
    expect(read.get(`workspace_agent_tokens_total{${model},type="input"}`)).toBe(300);
    expect(read.get(`workspace_agent_tokens_total{${model},type="cache_read"}`)).toBe(50);
    expect(read.get(`workspace_agent_cost_usd_total{${model}}`)).toBeGreaterThan(0);
    expect(read.get('workspace_agent_tool_seconds_count{tool="bash",outcome="ok"}')).toBe(1);
    expect(read.get("workspace_agent_queue_seconds_count")).toBe(1);
    expect(read.get("workspace_agent_leases_lost_total")).toBe(0);
    expect(read.get("workspace_agent_running_sessions")).toBe(0);
    expect(read.get("workspace_agent_sandboxes")).toBe(1);
    const requests = (labels: string) => read.get(`workspace_agent_http_requests_total{${labels}}`);
    expect(requests('method="POST",route="/api/workspaces/:id/chat",status="200"')).toBe(1);
    expect(requests('method="GET",route="none",status="404"')).toBe(1);
  });

  test("needs a token with the scope of reading workspaces, and is nothing for one that is bound to some", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    expect(await api.call("GET", "/metrics", { token: "" })).toMatchObject({ status: 401 });
    const chats = await api.createToken({ scopes: ["chat"] });
    expect((await api.call("GET", "/metrics", { token: chats })).as().code).toBe("insufficient_scope");
    const bound = await api.createToken({ workspace_ids: [id] });
    expect((await api.call("GET", "/metrics", { token: bound })).as().code).toBe("not_found");
    expect((await api.call("HEAD", "/metrics")).text).toBe("");
    expect(await api.call("POST", "/metrics")).toMatchObject({ status: 405 });
  });

  test("is everybody's where the host opened it", async () => {
    await using api = await testApi({ handler: { metrics: "open" } });
    expect((await api.call("GET", "/metrics", { token: "" })).status).toBe(200);
  });

  test("has no series for what callers make up", async () => {
    await using api = await testApi();
    await api.call("GET", "/api/workspaces/canary-1/usage?canary-2=x");
    await api.call("GET", "/canary-3");
    const odd = new Request("http://127.0.0.1:8787/api/workspaces", { method: "CANARY-4" });
    await answered(await api.handler(odd));
    const { text } = await api.call("GET", "/metrics");
    expect(text.toLowerCase()).not.toContain("canary");
    expect(text).toContain('method="other"');
  });
});
