import { describe, expect, it } from "vitest";
import { simpleSchemas } from "../agent/output/output.test-support.ts";
import { WORKSPACE_TEMPLATES } from "../ports/injection.ts";
import { ModelError } from "../ports/model.ts";
import { mapTemplates } from "../ports/workspace-templates.test-support.ts";
import { admin, until } from "../test-host.test-support.ts";
import { hookHost } from "../webhooks/webhooks.test-support.ts";
import { askedFor, batchHost, heldModel, itemsOf } from "./batches.test-support.ts";

const prices = () => ({ input: 1, output: 1_000_000, cache_read: 0, cache_write: 0 });

describe("a batch", () => {
  it("runs each item in a workspace of its own, and has a result for each", async () => {
    await using host = await batchHost((request) => ({ text: `did ${askedFor(request)}` }));
    const made = await host.create(itemsOf("a", "b", "c"), { name: "all" });
    expect(made).toMatchObject({ status: "queued", name: "all", counts: { queued: 3 }, concurrency: 4 });
    const results = await host.results(made.id);
    expect(results.map(({ key }) => key).toSorted()).toEqual(["a", "b", "c"]);
    for (const { key, status, final_message, workspace_id, session_id, turn_id, stats, error } of results) {
      expect({ status, error }).toEqual({ status: "succeeded", error: null });
      expect(final_message).toContain(key);
      expect(stats).toMatchObject({ steps: 1 });
      const [workspace, session, turn] = [workspace_id ?? "", session_id ?? "", turn_id ?? ""];
      expect(await host.service.workspaces.get(admin, workspace)).toMatchObject({
        labels: { batch: made.id, batch_key: key },
      });
      const { source, by } = await host.service.sessions.turn(admin, workspace, session, turn);
      expect({ source, by: by?.id }).toEqual({ source: "batch", by: "admin" });
    }
    expect(new Set(results.map(({ workspace_id }) => workspace_id)).size).toBe(3);
    const ended = await host.ended(made.id);
    expect(ended).toMatchObject({
      status: "completed",
      stop_reason: null,
      counts: { queued: 0, running: 0, succeeded: 3, failed: 0, cancelled: 0 },
    });
    expect(ended.usage.output_tokens).toBe(
      results.reduce((sum, { stats }) => sum + (stats?.output_tokens ?? 0), 0),
    );
  });

  it("in one workspace gives each item a session, and no more run at once than it allows", async () => {
    const model = heldModel();
    await using host = await batchHost(model.script);
    const { id: workspace_id } = await host.service.workspaces.create(admin, { name: "shared" });
    const items = itemsOf("a", "b", "c", "d", "e");
    const { id } = await host.create(items, { concurrency: 2, defaults: { workspace_id } });
    for (const ended of [2, 4, 5]) {
      await until(() => model.count() === Math.min(2, 7 - ended) || ended === 5);
      await until(() => model.count() > 0);
      model.release();
      await until(async () => (await host.service.batches.get(admin, id)).counts.succeeded >= ended);
    }
    const results = await host.results(id);
    expect(model.most()).toBe(2);
    expect(new Set(results.map((result) => result.workspace_id))).toEqual(new Set([workspace_id]));
    expect(new Set(results.map(({ session_id }) => session_id)).size).toBe(5);
  });

  it("fills the prompt of all with the variables of each, or with a message of its own", async () => {
    await using host = await batchHost((request) => ({ text: askedFor(request) }));
    const prompt = { name: "greet", description: "", content: "Greet {{who}}.", labels: {} };
    await host.service.prompts.create(admin, prompt);
    const turn = { prompt: { name: "greet", arguments: { who: "all" } }, message: "Now." };
    const items = [
      { key: "default" },
      { key: "ada", variables: { who: "Ada" } },
      { key: "own", message: "Briefly." },
    ];
    const { id } = await host.create(items, { defaults: { turn } });
    const texts = new Map((await host.results(id)).map(({ key, final_message }) => [key, final_message]));
    expect(texts.get("default")).toContain("Greet all.\n\nNow.");
    expect(texts.get("ada")).toContain("Greet Ada.\n\nNow.");
    expect(texts.get("own")).toContain("Greet all.\n\nBriefly.");
  });

  it("has the output of each item", async () => {
    const submit = { toolCalls: [{ name: "submit_output", arguments: { sum: 3 } }] };
    await using host = await batchHost(() => submit, { outputSchemas: simpleSchemas });
    const output = { schema: { type: "object", properties: { sum: { type: "number" } } } };
    const { id } = await host.create(itemsOf("a"), { defaults: { turn: { output } } });
    expect(await host.results(id)).toMatchObject([{ status: "succeeded", output: { sum: 3 } }]);
  });

  it("goes on after items that fail, and begins no more after too many", async () => {
    const fail = new ModelError("invalid_request", "no", { retryable: false });
    await using host = await batchHost((request) =>
      askedFor(request).includes("bad") ? { fail } : { text: "done" },
    );
    const items = itemsOf("bad 1", "good", "bad 2", "never 1", "never 2");
    const { id } = await host.create(items, { concurrency: 1, stop_after_failures: 2 });
    expect(await host.results(id)).toMatchObject([
      { key: "bad 1", status: "failed", error: { code: expect.any(String) as string } },
      { key: "good", status: "succeeded" },
      { key: "bad 2", status: "failed" },
      { key: "never 1", status: "cancelled", turn_id: null, error: { code: "failures" } },
      { key: "never 2", status: "cancelled" },
    ]);
    expect(await host.ended(id)).toMatchObject({
      status: "completed",
      stop_reason: "failures",
      counts: { succeeded: 1, failed: 2, cancelled: 2 },
    });
  });

  it("begins no more when its budget is reached, and no turn may cost more than is left", async () => {
    const usage = { input_tokens: 0, output_tokens: 1 };
    const options = { prices: () => prices() };
    await using host = await batchHost(() => ({ text: "done", usage }), options);
    const items = itemsOf("a", "b", "c", "d");
    const { id } = await host.create(items, { concurrency: 1, budget: { usd: 1.5 } });
    const results = await host.results(id);
    expect(results.map(({ status }) => status)).toEqual(["succeeded", "succeeded", "cancelled", "cancelled"]);
    expect(await host.ended(id)).toMatchObject({
      stop_reason: "budget_reached",
      usage: { cost_usd: 2, output_tokens: 2 },
    });
    const tokens = await host.create(items, { concurrency: 1, budget: { tokens: 1 } });
    expect((await host.ended(tokens.id)).counts).toMatchObject({ succeeded: 1, cancelled: 3 });
  });

  it("that is cancelled interrupts what runs, and begins nothing else", async () => {
    const model = heldModel();
    await using host = await batchHost(model.script);
    const { id } = await host.create(itemsOf("a", "b", "c", "d", "e"), { concurrency: 2 });
    await until(() => model.count() === 2);
    await host.service.batches.cancel(admin, id);
    const results = await host.results(id);
    expect(results.map(({ status }) => status)).toEqual(Array(5).fill("cancelled"));
    expect(results.filter(({ turn_id }) => turn_id !== null)).toHaveLength(2);
    expect(await host.ended(id)).toMatchObject({ status: "cancelled", stop_reason: "cancelled" });
    expect(await host.service.batches.cancel(admin, id)).toEqual(await host.ended(id));
    model.release();
  });

  it("has the error of each item whose turn is not accepted", async () => {
    await using idle = await batchHost(undefined, {}, true);
    const { id: workspace_id } = await idle.service.workspaces.create(admin, { name: "gone" });
    const { id } = await idle.create(itemsOf("a", "b"), { concurrency: 1, defaults: { workspace_id } });
    await using host = await idle.another();
    await host.service.workspaces.delete(admin, workspace_id);
    const results = await host.results(id);
    expect(results.map(({ key, status, error }) => [key, status, error?.code])).toEqual([
      ["a", expect.anything(), expect.anything()],
      ["b", "failed", "not_found"],
    ]);
  });

  it("goes on with its template after that was renamed", async () => {
    await using idle = await batchHost(undefined, {}, true);
    const { templates, workspaces } = idle.service;
    const template = { description: "", config: {}, files: [], labels: {} };
    await templates.create(admin, { ...template, name: "invoices" });
    const { id, defaults } = await idle.create(itemsOf("a"), { defaults: { template: "invoices" } });
    await templates.put(admin, "invoices", { ...template, name: "bills" });
    await using host = await idle.another();
    const [result] = await host.results(id);
    expect(result).toMatchObject({ status: "succeeded", error: null });
    expect(await workspaces.get(admin, result?.workspace_id ?? "")).toMatchObject({ template: "bills" });
    expect(defaults.template).toBe("invoices");
  });

  it("goes on with a new template of the name after its own was deleted", async () => {
    await using idle = await batchHost(undefined, {}, true);
    const { templates, workspaces } = idle.service;
    const template = { name: "invoices", description: "", config: {}, files: [], labels: {} };
    await templates.create(admin, template);
    const { id } = await idle.create(itemsOf("a"), { defaults: { template: "invoices" } });
    await templates.delete(admin, "invoices");
    await templates.create(admin, { ...template, config: { system_prompt: "Again." } });
    await using host = await idle.another();
    const [result] = await host.results(id);
    expect(result).toMatchObject({ status: "succeeded", error: null });
    const { config } = await workspaces.getConfig(admin, result?.workspace_id ?? "");
    expect(config.system_prompt).toBe("Again.");
  });

  it("has a template of the host's own by the name that it was given", async () => {
    const own = mapTemplates(new Map([["invoices", { description: "", config: {}, files: [] }]]));
    const overrides = [[WORKSPACE_TEMPLATES, { useValue: own }]] as const;
    await using host = await batchHost(undefined, { overrides });
    const template = { name: "invoices", description: "", config: {}, files: [], labels: {} };
    await host.service.templates.create(admin, template);
    const { id, defaults } = await host.create(itemsOf("a"), { defaults: { template: "invoices" } });
    expect(defaults.template).toBe("invoices");
    expect(await host.results(id)).toMatchObject([{ status: "succeeded" }]);
  });

  it("begins no more when the token of whoever made it is revoked", async () => {
    const model = heldModel();
    await using host = await batchHost(model.script);
    const { id: tokenId, token } = await host.service.tokens.create(admin, { name: "ci" });
    const principal = await host.service.tokens.authenticate(token);
    const { id } = await host.create(itemsOf("a", "b"), { concurrency: 1 }, principal);
    await until(() => model.count() === 1);
    await host.service.tokens.revoke(admin, tokenId);
    model.release();
    expect(await host.results(id)).toMatchObject([
      { key: "a", status: "succeeded" },
      { key: "b", status: "cancelled", error: { code: "principal" } },
    ]);
    expect(await host.ended(id)).toMatchObject({ status: "completed", stop_reason: "principal" });
  });

  it("reports its end to webhooks", async () => {
    await using host = await hookHost();
    const { id: webhookId } = await host.hook({ events: ["batch.ended"] });
    const { id } = await host.service.batches.create(admin, {}, itemsOf("a"));
    await until(async () => (await host.deliveries(webhookId)).length > 0);
    expect(await host.deliveries(webhookId)).toMatchObject([{ event: "batch.ended" }]);
    const { defaults: _, ...ended } = await host.service.batches.get(admin, id);
    await until(() => host.endpoint.sent.length > 0);
    expect(host.endpoint.sent.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { type: "batch.ended", data: { workspace_id: null, batch: ended } },
    ]);
  });
});
