import { describe, expect, it } from "vitest";
import { admin, testHost } from "../test-host.test-support.ts";
import { scriptedSandboxes } from "../testing/index.ts";
import { DECISIONS } from "./bound-config.ts";
import { ConfigInputSchema, LimitsSchema, type ConfigOverlay } from "../domain/workspaces/config.ts";

const START: ConfigOverlay = {
  system_prompt: "Be brief.",
  env: { KEY: { value: "canary-value", secret: true } },
  sandbox: { cpus: 2, memory_mb: 512, disk_mb: 512, network: { allow: ["*.example.com", "other.test"] } },
  afs: { access: "read", root: "teams/a" },
  permissions: { bash: [{ pattern: "rm *", action: "ask" }], "mcp__*": "ask", write: "deny" },
  retention: { sessions_days: 30, outputs_days: 7 },
  limits: { max_steps: 50, max_turn_seconds: 600, max_cost_usd: null, max_output_tokens: 1000 },
  mcp_servers: {
    docs: {
      url: "https://docs.example.com/mcp",
      headers: { "X-Team": "a", Authorization: { value: "Bearer canary-token", secret: true } },
    },
  },
};

const KEPT: ConfigOverlay = {
  ...START,
  env: { KEY: { secret: true } },
  mcp_servers: {
    docs: {
      url: "https://docs.example.com/mcp",
      headers: { Authorization: { secret: true }, "X-Team": "a" },
    },
  },
};

async function boundHost() {
  const sandbox = scriptedSandboxes();
  const test = await testHost({
    script: () => ({ text: "done" }),
    service: {
      sandbox: { ...sandbox, capabilities: { ...sandbox.capabilities, network: true } },
      policy: { network: ["allow", "open"], images: ["image:1"], mcp_servers: true },
      mcp: { connector: { connect: () => Promise.reject(new Error("No server is reached.")) } },
    },
  });
  const bound = { ...admin, kind: "token" as const, workspace_ids: [test.workspaceId] };
  const put = (who: typeof bound | typeof admin, config: ConfigOverlay) =>
    test.service.workspaces.putConfig(who, test.workspaceId, config);
  await put(admin, START);
  return { test, bound, put, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() };
}

type Case = readonly [field: string, change: ConfigOverlay];
const sandbox = (change: ConfigOverlay["sandbox"]) => ({ sandbox: { ...START.sandbox, ...change } });
const afs = (change: ConfigOverlay["afs"]) => ({ afs: { ...START.afs, ...change } });
const limits = (change: ConfigOverlay["limits"]) => ({ limits: { ...START.limits, ...change } });
const permissions = (change: ConfigOverlay["permissions"]) => ({
  permissions: { ...START.permissions, ...change },
});
const docs = (change: object) => ({
  mcp_servers: { docs: { url: "https://docs.example.com/mcp", ...KEPT.mcp_servers?.["docs"], ...change } },
});

const WIDER: readonly Case[] = [
  ["afs.root", afs({ root: "" })],
  ["afs.root", afs({ root: "teams/b" })],
  ["afs.root", afs({ root: "teams/ab" })],
  ["afs.root", afs({ root: "teams" })],
  ["afs.access", afs({ access: "write" })],
  ["sandbox.image", sandbox({ image: "image:1" })],
  ["sandbox.cpus", sandbox({ cpus: 3 })],
  ["sandbox.memory_mb", sandbox({ memory_mb: 1024 })],
  ["sandbox.disk_mb", sandbox({ disk_mb: 1024 })],
  ["sandbox.network", sandbox({ network: "open" })],
  ["sandbox.network", sandbox({ network: { allow: ["example.com"] } })],
  ["sandbox.network", sandbox({ network: { allow: ["*.other.test"] } })],
  ["limits.max_steps", limits({ max_steps: 51 })],
  ["limits.max_turn_seconds", limits({ max_turn_seconds: 3600 })],
  ["limits.max_output_tokens", limits({ max_output_tokens: null })],
  ["retention.sessions_days", { retention: { sessions_days: 31, outputs_days: 7 } }],
  ["retention.outputs_days", { retention: { sessions_days: 30 } }],
  ["mcp_servers.mine", { mcp_servers: { mine: { url: "https://mine.test/mcp" } } }],
  ["mcp_servers.docs", docs({ url: "https://docs.example.com/mcp?all" })],
  ["mcp_servers.docs", docs({ headers: { "X-Team": "b", Authorization: { secret: true } } })],
  ["mcp_servers.docs", docs({ headers: { Authorization: { secret: true } } })],
  ["permissions", { permissions: {} }],
  ["permissions", permissions({ bash: "allow" })],
  ["permissions", permissions({ bash: [] })],
  ["permissions", permissions({ bash: [{ pattern: "rm -i *", action: "ask" }] })],
  [
    "permissions",
    permissions({
      bash: [
        { pattern: "rm *", action: "ask" },
        { pattern: "*", action: "allow" },
      ],
    }),
  ],
  ["permissions", permissions({ write: "ask" })],
  ["permissions", permissions({ write: [{ pattern: "*", action: "deny" }] })],
  ["permissions", permissions({ mcp__docs__read: "allow" })],
  ["permissions", permissions({ "mcp__docs__*": [{ pattern: "*", action: "deny" }] })],
];

const AS_WIDE: readonly Case[] = [
  ["all of it", {}],
  ["afs", afs({ root: "teams/a/b", access: "none" })],
  ["sandbox", sandbox({ cpus: 1, memory_mb: 64, disk_mb: 1, network: "none" })],
  [
    "sandbox.network",
    sandbox({ network: { allow: ["www.EXAMPLE.com", "*.www.example.com", "other.test"] } }),
  ],
  ["limits", limits({ max_steps: 1, max_cost_usd: null, max_input_tokens: 5 })],
  ["retention", { retention: { sessions_days: 1, outputs_days: 7 } }],
  ["mcp_servers", { mcp_servers: {} }],
  ["permissions", permissions({ bash: "deny", "mcp__*": "deny", read: "ask", "*": "ask" })],
  [
    "permissions",
    permissions({
      bash: [
        { pattern: "ls", action: "allow" },
        { pattern: "rm *", action: "ask" },
        { pattern: "rm -rf *", action: "deny" },
      ],
    }),
  ],
  ["what is the workspace's own", { system_prompt: "Be long.", env: { OTHER: "x" }, compaction: {} }],
];

describe("a principal that is bound to workspaces", () => {
  it("has a decision for every field of a config, and for every limit", () => {
    expect(Object.keys(DECISIONS).toSorted()).toEqual(Object.keys(ConfigInputSchema.entries).toSorted());
    const none = Object.fromEntries(Object.keys(LimitsSchema.entries).map((name) => [name, 0]));
    const more = Object.fromEntries(Object.keys(none).map((name) => [name, 1]));
    expect(DECISIONS.limits(more as never, none as never)).toHaveLength(Object.keys(none).length);
  });

  it.each(WIDER)("cannot widen %s: %j", async (field, change) => {
    await using host = await boundHost();
    const { bound, put } = host;
    await expect(put(bound, { ...KEPT, ...change })).rejects.toMatchObject({
      code: "not_allowed",
      detail: expect.stringMatching(`^${field}: `) as string,
      errors: [{ pointer: `#/${field.replaceAll(".", "/")}` }],
    });
    await put(admin, { ...KEPT, ...change });
  });

  it.each(AS_WIDE)("keeps or narrows %s: %j", async (_field, change) => {
    await using host = await boundHost();
    const { bound, put } = host;
    await put(bound, { ...KEPT, ...change });
  });

  it("is held to what it narrowed itself", async () => {
    await using host = await boundHost();
    const { bound, put } = host;
    await put(bound, { ...KEPT, ...afs({ access: "none" }) });
    await expect(put(bound, KEPT)).rejects.toMatchObject({ code: "not_allowed" });
  });

  it("finds no other way to a config: it makes no workspace and no template, and a message raises no limit", async () => {
    await using host = await boundHost();
    const { test, bound } = host;
    const { workspaces, templates, chat } = test.service;
    const wide = { afs: { root: "", access: "write" as const } };
    await expect(workspaces.create(bound, { name: "new", config: wide })).rejects.toMatchObject({
      code: "not_allowed",
    });
    await expect(
      templates.create(bound, { name: "t", description: "", config: wide, files: [], labels: {} }),
    ).rejects.toMatchObject({ code: "not_found" });
    await expect(
      chat.send(bound, test.workspaceId, { message: "go", limits: { max_steps: 51 } }),
    ).rejects.toMatchObject({ code: "invalid_request", errors: [{ pointer: "#/limits/max_steps" }] });
  });
});
