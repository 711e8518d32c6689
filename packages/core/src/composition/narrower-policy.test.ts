import { describe, expect, it } from "vitest";
import { hostWith } from "../agent/mcp/mcp-host.test-support.ts";
import type { Model, ModelProvider, ModelRequest } from "../ports/model.ts";
import type { Policy, PolicySubject } from "../ports/policy.ts";
import type { SandboxSpec } from "../ports/sandbox.ts";
import { begun, said, steeredHost } from "../sessions/steering.test-support.ts";
import { scriptedModels, scriptedSandboxes, type ScriptedStep } from "../testing/index.ts";
import { admin, bash, eventLoopTurns, gate, testHost, until } from "../test-host.test-support.ts";

const runsBash = { toolCalls: [bash("true")] };

/** Sandboxes that could give network access, and what was asked of them. */
function recordingSandboxes() {
  const specs: SandboxSpec[] = [];
  const sandboxes = scriptedSandboxes((_, spec) => {
    specs.push(spec);
    return {};
  });
  return {
    specs,
    sandbox: { ...sandboxes, capabilities: { ...sandboxes.capabilities, network: true } },
  };
}

/** Three models that answer with their own names. */
function threeModels(): ModelProvider {
  const byReference = new Map<string, Model>(
    ["a/default", "a/other", "a/third"].map((reference) => [
      reference,
      scriptedModels(() => ({ text: reference }), { reference }).model,
    ]),
  );
  return { default: "a/default", resolve: (reference) => byReference.get(reference) ?? null };
}

describe("a policy that became narrower than a config", () => {
  const wide: Policy = {
    images: ["large"],
    network: ["allow"],
    cpus: 8,
    memory_mb: 8192,
    disk_mb: 50_000,
    mcp_servers: true,
  };
  const config = {
    sandbox: {
      image: "large",
      cpus: 8,
      memory_mb: 8192,
      disk_mb: 50_000,
      network: { allow: ["a.example.com", "b.test"] },
    },
  };

  it("bounds the sandbox and the shared volume of the next use", async () => {
    let policy = wide;
    const { specs, sandbox } = recordingSandboxes();
    await using host = await testHost({
      script: [runsBash, { text: "one" }, runsBash, { text: "two" }],
      config,
      service: { sandbox, policy: () => policy },
    });
    const { files } = host.service;
    await host.run("go");
    await files.makeDirectory(admin, host.workspaceId, "afs", "made");
    policy = {
      network: ["allow"],
      network_hosts: ["*.example.com"],
      cpus: 1,
      memory_mb: 512,
      disk_mb: 100,
      afs: "read",
    };
    await host.run("go");
    expect(specs).toMatchObject([
      { image: "large", cpus: 8, memoryMb: 8192, diskMb: 50_000, network: config.sandbox.network },
      { image: null, cpus: 1, memoryMb: 512, diskMb: 100, network: { allow: ["a.example.com"] } },
    ]);
    const accessOf = ({ mounts }: SandboxSpec) =>
      mounts.find(({ target }) => target === "/mnt/afs")?.access ?? "none";
    expect(specs.map(accessOf)).toEqual(["write", "read"]);
    await expect(files.makeDirectory(admin, host.workspaceId, "afs", "more")).rejects.toMatchObject({
      code: "afs_denied",
    });
    const [first, , second] = host.models.requests.map(({ system }) => system);
    expect(first).toContain("b.test");
    expect(second).not.toContain("b.test");
    policy = { afs: "none" };
    await expect(files.list(admin, host.workspaceId, "afs", "")).rejects.toMatchObject({
      code: "afs_denied",
    });
  });

  it("lets a config be replaced that keeps what it had, and nothing wider", async () => {
    let policy = wide;
    const { sandbox } = recordingSandboxes();
    const server = { docs: { url: "https://mcp.example.com/" } };
    await using host = await testHost({
      script: [],
      config: { ...config, afs: { access: "write" }, mcp_servers: server },
      service: {
        sandbox,
        policy: () => policy,
        mcp: { connector: { connect: () => Promise.reject(new Error("No server is here.")) } },
      },
    });
    const { workspaces } = host.service;
    const put = (next: object) => workspaces.putConfig(admin, host.workspaceId, next);
    policy = { afs: "none" };
    const kept = { ...config, afs: { access: "write" }, mcp_servers: server, system_prompt: "Be brief." };
    expect((await put(kept)).config).toMatchObject(kept);
    await expect(put({ ...kept, sandbox: { ...config.sandbox, image: "other" } })).rejects.toMatchObject({
      errors: [{ pointer: "#/sandbox/image", detail: "this host lets nobody choose an image" }],
    });
    await expect(put({ ...kept, sandbox: { ...config.sandbox, network: "open" } })).rejects.toMatchObject({
      errors: [{ pointer: "#/sandbox/network", detail: "this host allows none" }],
    });
    await expect(
      put({ ...kept, mcp_servers: { docs: { url: "https://mcp.example.com/other" } } }),
    ).rejects.toMatchObject({ errors: [{ pointer: "#/mcp_servers" }] });
    // Once it is narrower, it may not go back.
    await put({ system_prompt: "Be brief." });
    await expect(put(kept)).rejects.toMatchObject({ code: "not_allowed" });
  });

  it("ends turns of a model that is not allowed any more, and replaces a default that is not", async () => {
    let policy: Policy = {};
    await using host = await testHost({
      script: [],
      service: { models: threeModels(), policy: () => policy },
    });
    const { workspaces } = host.service;
    expect(await host.run("go")).toMatchObject({ final_message: "a/default" });
    policy = { models: ["a/third", "a/other"] };
    expect(await host.run("go")).toMatchObject({ final_message: "a/third" });
    await workspaces.putConfig(admin, host.workspaceId, { model: "a/other" });
    expect(await host.run("go")).toMatchObject({ final_message: "a/other" });
    policy = { models: ["a/third"] };
    expect(await host.run("go")).toMatchObject({
      status: "failed",
      error: { code: "model_unavailable", detail: "This host does not allow the model a/other." },
    });
    policy = { models: ["a/absent", "a/third"] };
    const { config } = await workspaces.getConfig(admin, host.workspaceId);
    await workspaces.putConfig(admin, host.workspaceId, { ...config, system_prompt: "Be brief." });
    await workspaces.putConfig(admin, host.workspaceId, {});
    expect(await host.run("go")).toMatchObject({ final_message: "a/third" });
    policy = { models: [] };
    await workspaces.putConfig(admin, host.workspaceId, {});
    expect(await host.run("go")).toMatchObject({ error: { code: "model_unavailable" } });
  });

  /** A turn that waits behind another while the policy becomes narrower, with its result. The script is that of its steps. */
  async function narrowedWhileWaiting(narrower: Policy, script: (request: ModelRequest) => ScriptedStep) {
    let policy: Policy = {};
    const { opened: opened, open: open } = gate();
    const host = await testHost({
      script: async (request, index) => {
        if (index > 0) return script(request);
        await opened;
        return { text: "done" };
      },
      service: { policy: () => policy },
    });
    const { session_id } = await host.send("first");
    await until(() => host.models.requests.length === 1);
    const queued = await host.send("second", { session_id });
    policy = narrower;
    open();
    const result = await host.service.chat.result(admin, host.workspaceId, queued, { seconds: 30 });
    return { ...host, session_id, result };
  }

  it.each<[string, Policy, string]>([
    ["a model that it does not allow", { models: ["another/model"] }, "model_unavailable"],
    ["a model without the price that it needs", { max_month_cost_usd: 1 }, "price_unknown"],
  ])("ends a turn that was waiting for %s", async (_, narrower, code) => {
    await using host = await narrowedWhileWaiting(narrower, () => ({ text: "ran" }));
    expect(host.result).toMatchObject({ status: "failed", reason: "model_error", error: { code } });
    expect(host.models.requests).toHaveLength(1);
  });

  it("lowers the limits of a turn that was waiting", async () => {
    const narrower = { max_steps: 2, max_turn_seconds: 60 };
    await using host = await narrowedWhileWaiting(narrower, ({ tools }) =>
      tools.length > 0 ? runsBash : { text: "done" },
    );
    expect(host.result).toMatchObject({ reason: "max_steps", stats: { steps: 2 } });
    // The record has them too, for the deadline.
    const started = (await host.events(host.session_id)).filter(({ type }) => type === "turn.started");
    expect(started).toMatchObject([{}, { limits: narrower }]);
    expect(started[0]).not.toHaveProperty("limits");
  });

  it("bounds the subagents of a turn that was waiting", async () => {
    await using host = await narrowedWhileWaiting({ max_steps: 4 }, ({ tools }) => {
      if (tools.length === 0) return { text: "done" };
      return tools.some(({ name }) => name === "task")
        ? { toolCalls: [{ name: "task", arguments: { description: "work", prompt: "go" } }] }
        : runsBash;
    });
    expect(host.models.requests.length).toBeGreaterThan(2);
    expect(host.models.requests.length).toBeLessThanOrEqual(1 + 4 + 2);
  });

  it("closes the connection to an MCP server that it no longer allows", async () => {
    let policy: Policy = { mcp_servers: true };
    await using host = await hostWith({
      script: [{ text: "one" }, { text: "two" }, { text: "three" }],
      service: { policy: () => policy },
    });
    await host.run("go");
    expect(host.server.open).toBe(1);
    policy = { mcp_servers: ["other.test"] };
    await host.run("go");
    await until(() => host.server.open === 0);
    policy = { mcp_servers: true };
    await host.run("go");
    const offered = host.models.requests.map(({ system, tools }) => ({
      tools: tools.some(({ name }) => name === "mcp__docs__echo"),
      isRefused: system.includes("This host does not allow its address."),
    }));
    expect(offered).toEqual([
      { tools: true, isRefused: false },
      { tools: false, isRefused: true },
      { tools: true, isRefused: false },
    ]);
  });
});

describe("a message of another principal that steers", () => {
  const narrow = { ...admin, id: "narrow" };
  const steer = { on_busy: "steer", message: "second" } as const;

  it("waits for a turn of its own where its policy is another", async () => {
    await using host = await steeredHost("model", {
      service: { policy: ({ principal }) => (principal?.id === "narrow" ? { max_steps: 3 } : {}) },
    });
    const { session_id, turn_id } = await begun(host, "model");
    const second = await host.service.chat.send(narrow, host.workspaceId, { ...steer, session_id });
    expect(second.turn_id).not.toBe(turn_id);
    host.release();
    await host.service.chat.result(narrow, host.workspaceId, second, { seconds: 30 });
    const queued = (await host.events(session_id)).flatMap((event) =>
      event.type === "turn.queued" ? [[event.by?.id, event.limits.max_steps]] : [],
    );
    expect(queued).toEqual([
      ["admin", 100],
      ["narrow", 3],
    ]);
  });

  it("is refused where the budget is used up", async () => {
    let policy: Policy = {};
    await using host = await steeredHost("model", { service: { policy: () => policy } });
    const { session_id } = await begun(host, "model");
    policy = { max_month_cost_usd: 0 };
    await expect(host.steer("second", session_id)).rejects.toMatchObject({ code: "budget_reached" });
    host.release();
  });

  it("joins the turn where the policy is the same", async () => {
    await using host = await steeredHost("model", {
      service: { policy: ({ tenant }) => ({ max_steps: tenant.length }) },
    });
    const { session_id, turn_id } = await begun(host, "model");
    const second = await host.service.chat.send(narrow, host.workspaceId, { ...steer, session_id });
    expect(second.turn_id).toBe(turn_id);
    host.release();
    await host.idle(session_id);
    expect(await said(host, session_id)).toContain("user: second");
  });
});

it("lets no other principal change a turn that runs under a wider policy, only withdraw it", async () => {
  await using host = await steeredHost("model", {
    service: { policy: ({ principal }) => (principal?.id === "narrow" ? { max_steps: 3 } : {}) },
  });
  const { session_id } = await begun(host, "model");
  const { turn_id } = await host.send("second", { session_id });
  const narrow = { ...admin, id: "narrow" };
  const { sessions } = host.service;
  const path = [narrow, host.workspaceId, session_id, turn_id] as const;
  await expect(sessions.updateTurn(...path, { message: "third" })).rejects.toMatchObject({
    code: "not_allowed",
  });
  await sessions.withdrawTurn(...path);
  host.release();
  await host.idle(session_id);
  expect(await said(host, session_id)).not.toContain("assistant: seen: first, second");
});

describe("the option `policy`", () => {
  const hostOf = (policy: unknown) => testHost({ script: [], service: { policy: policy as Policy } });

  it.each<[unknown, string]>([
    [{ max_turns: 1 }, "max_turns"],
    [{ cpus: Number.NaN }, "cpus"],
    [{ max_month_cost_usd: -1 }, "max_month_cost_usd"],
    [{ memory_mb: null }, "memory_mb"],
    [{ memory_mb: 0 }, "memory_mb"],
    [{ max_steps: 2.5 }, "max_steps"],
    [{ network: ["all"] }, "network.0"],
    [{ permissions: { bash: "never" } }, "permissions.bash"],
    [null, "must be an object"],
  ])("is refused at the start where it is not valid: %j", async (policy, field) => {
    await expect(hostOf(policy)).rejects.toThrow("The option `policy` is not valid: ");
    await expect(hostOf(policy)).rejects.toThrow(field);
  });

  it.each<[string, () => unknown]>([
    ["a promise", () => Promise.resolve({ cpus: 1 })],
    ["a promise that rejects", () => Promise.reject(new Error("no policy"))],
    ["nothing", () => undefined],
    ["NaN as a bound", () => ({ cpus: Number.NaN })],
  ])("as a function bounds nothing with %s: the call fails", async (_, returns) => {
    let isBroken = false;
    const policy = (): Policy => (isBroken ? (returns() as Policy) : {});
    await using host = await testHost({ script: [], service: { policy } });
    isBroken = true;
    const { workspaces } = host.service;
    await expect(workspaces.create(admin, { name: "unbounded" })).rejects.toThrow(
      "What the function `policy` returned is not valid",
    );
    await expect(host.send("go")).rejects.toThrow("What the function `policy` returned is not valid");
  });
});

it("the option `policy` counts with what it inherits", async () => {
  class Plan {
    readonly #steps: number;
    constructor(steps: number) {
      this.#steps = steps;
    }
    get max_steps() {
      return this.#steps;
    }
  }
  await using host = await testHost({ script: [], service: { policy: () => new Plan(7) } });
  const { config } = await host.service.workspaces.getConfig(admin, host.workspaceId);
  expect(config.limits.max_steps).toBe(7);
});

describe("a policy function that fails for a while", () => {
  it("fails what needs it, and leaves no rejection behind", async () => {
    let isBroken = false;
    const policy = (): Policy => {
      if (isBroken) throw new Error("no policy is known");
      return {};
    };
    await using host = await testHost({ script: [runsBash, { text: "done" }], service: { policy } });
    const { session_id } = await host.run("go");
    const rejections: unknown[] = [];
    const note = (reason: unknown) => rejections.push(reason);
    process.on("unhandledRejection", note);
    isBroken = true;
    await expect(host.service.sessions.delete(admin, host.workspaceId, session_id)).rejects.toThrow(
      "no policy is known",
    );
    await eventLoopTurns();
    process.off("unhandledRejection", note);
    expect(rejections).toEqual([]);
    isBroken = false;
    await host.service.sessions.delete(admin, host.workspaceId, session_id);
  });

  it("does not fail a change after its commit", async () => {
    let isBroken = false;
    const policy = ({ principal }: PolicySubject): Policy => {
      if (isBroken && principal === null) throw new Error("no policy is known");
      return { mcp_servers: true };
    };
    await using host = await hostWith({ script: [{ text: "done" }], service: { policy } });
    const { workspaces } = host.service;
    await host.run("go");
    const { etag } = await workspaces.getConfig(admin, host.workspaceId);
    isBroken = true;
    await expect(workspaces.putConfig(admin, host.workspaceId, {})).rejects.toThrow("no policy is known");
    expect((await workspaces.getConfig(admin, host.workspaceId)).etag).toBe(etag);
  });
});

it("a sandbox that the policy of the tenant does not allow is refused to a principal with a wider one", async () => {
  const { sandbox } = recordingSandboxes();
  await using host = await testHost({
    script: [],
    service: {
      sandbox,
      policy: ({ principal }) =>
        principal === null ? { cpus: 0.5 } : { network: ["open"], images: ["large"], cpus: 2 },
    },
  });
  const { workspaces } = host.service;
  const refused = async (sandboxConfig: object, pointer: string) => {
    const creating = workspaces.create(admin, { name: "wide", config: { sandbox: sandboxConfig } });
    await expect(creating).rejects.toMatchObject({ code: "not_allowed", errors: [{ pointer }] });
  };
  await refused({ network: "open" }, "#/config/sandbox/network");
  await refused({ image: "large" }, "#/config/sandbox/image");
  await refused({ cpus: 1 }, "#/config/sandbox/cpus");
  const { id } = await workspaces.create(admin, { name: "fits" });
  expect((await workspaces.getConfig(admin, id)).config.sandbox.cpus).toBe(0.5);
});

describe("a template", () => {
  it("that was saved from a workspace fits under a narrower policy, and in other tenants' bounds", async () => {
    let policy: Policy = {};
    await using host = await testHost({ script: [], service: { policy: () => policy } });
    const { workspaces } = host.service;
    await workspaces.saveAsTemplate(admin, host.workspaceId, { name: "saved" });
    policy = { permissions: { bash: "ask" }, max_steps: 5, max_input_tokens: 1000, cpus: 0.5, afs: "read" };
    const { id } = await workspaces.create(admin, { name: "made", template: "saved" });
    expect((await workspaces.getConfig(admin, id)).config).toMatchObject({
      permissions: { bash: "ask" },
      limits: { max_steps: 5, max_input_tokens: 1000 },
      sandbox: { cpus: 0.5 },
      afs: { access: "read" },
    });
  });

  it("keeps its fields where the caller names none of them, also as undefined", async () => {
    await using host = await testHost({ script: [] });
    const { templates, workspaces } = host.service;
    const config = { permissions: { bash: "deny" as const }, system_prompt: "Be brief." };
    await templates.create(admin, { name: "strict", config });
    const named = { permissions: undefined, system_prompt: undefined } as object;
    const { id } = await workspaces.create(admin, { name: "made", template: "strict", config: named });
    expect((await workspaces.getConfig(admin, id)).config).toMatchObject(config);
  });

  it("is checked with the policy of who writes it", async () => {
    const asked: (string | null)[] = [];
    const policy = ({ principal }: PolicySubject): Policy => {
      asked.push(principal?.id ?? null);
      return principal?.id === "narrow" ? { max_steps: 5 } : {};
    };
    await using host = await testHost({ script: [], service: { policy } });
    const { templates } = host.service;
    const narrow = { ...admin, id: "narrow" };
    const input = { name: "wide", config: { limits: { max_steps: 50 } } };
    await expect(templates.create(narrow, input)).rejects.toMatchObject({
      code: "not_allowed",
      errors: [{ pointer: "#/config/limits/max_steps" }],
    });
    await templates.create(admin, input);
    await expect(
      templates.put(narrow, "wide", { config: input.config, description: "x" }),
    ).rejects.toMatchObject({ code: "not_allowed" });
    expect(asked).toContain("narrow");
  });
});
