import { expect, it } from "vitest";
import { NOT_ALLOWED } from "../agent/requests/verdict.ts";
import type { Policy, PolicySubject } from "../ports/policy.ts";
import { scriptedSandboxes } from "../testing/index.ts";
import { admin, bash, resultsIn, testHost } from "../test-host.test-support.ts";

/** Sandboxes that could give network access; none is opened. */
function withNetwork() {
  const sandboxes = scriptedSandboxes();
  return { ...sandboxes, capabilities: { ...sandboxes.capabilities, network: true } };
}

const small = { ...admin, id: "small", tenant: "small" };

it("a policy by tenant and principal bounds configs and turns of each tenant by itself", async () => {
  const asked: PolicySubject[] = [];
  await using host = await testHost({
    script: [{ text: "done" }],
    service: {
      policy(subject) {
        asked.push(subject);
        return subject.tenant === "small" ? { memory_mb: 256, max_turn_seconds: 60 } : {};
      },
    },
  });
  const { workspaces, chat, sessions } = host.service;
  const large = { name: "large", config: { sandbox: { memory_mb: 512 } } };
  await expect(workspaces.create(small, large)).rejects.toMatchObject({
    code: "not_allowed",
    errors: [{ pointer: "#/config/sandbox/memory_mb" }],
  });
  await workspaces.create(admin, large);
  const { id } = await workspaces.create(small, { name: "fits" });
  expect((await workspaces.getConfig(small, id)).config.sandbox.memory_mb).toBe(256);
  const { session_id } = await chat.send(small, id, { message: "go" });
  const [queued] = (await sessions.eventPage(small, id, session_id, { after: 1 })).items;
  expect(queued).toMatchObject({ type: "turn.queued", limits: { max_turn_seconds: 60 } });
  expect(asked).toContainEqual({
    tenant: "small",
    principal: { kind: small.kind, id: "small", name: small.name ?? "small" },
  });
});

it("a model may be another for each tenant", async () => {
  const resolved: string[] = [];
  await using host = await testHost({ script: [{ text: "done" }] });
  const { models } = host;
  await using other = await testHost({
    script: [],
    service: {
      models: {
        default: models.default,
        resolve(reference, { tenant }) {
          resolved.push(tenant);
          return tenant === "small" ? null : models.resolve(reference, { tenant });
        },
      },
    },
  });
  const { workspaces, chat } = other.service;
  const { id } = await workspaces.create(small, { name: "none" });
  const accepted = await chat.send(small, id, { message: "go" });
  const result = await chat.result(small, id, accepted, { seconds: 30 });
  expect(result).toMatchObject({ status: "failed", error: { code: "model_unavailable" } });
  const here = await other.run("go");
  expect(here.status).toBe("completed");
  expect(new Set(resolved)).toEqual(new Set(["small", "default"]));
});

it("bounds every limit: what a config does not name is lowered, what names more is refused, and older configs run within it", async () => {
  const bounds = { max_steps: 3, max_turn_seconds: 60, max_input_tokens: 500, max_output_tokens: 400 };
  let policy: Policy = {};
  await using host = await testHost({ script: [{ text: "done" }], service: { policy: () => policy } });
  const { workspaces } = host.service;
  const { config: before } = await workspaces.getConfig(admin, host.workspaceId);
  policy = bounds;
  const { id } = await workspaces.create(admin, { name: "lowered", config: { limits: { max_steps: 2 } } });
  const { limits } = (await workspaces.getConfig(admin, id)).config;
  expect(limits).toEqual({ ...bounds, max_steps: 2, max_cost_usd: null });
  for (const [name, bound] of Object.entries(bounds)) {
    for (const limit of [bound + 1, ...(name.endsWith("tokens") ? [null] : [])]) {
      const config = { limits: { ...limits, [name]: limit } };
      await expect(workspaces.putConfig(admin, id, config)).rejects.toMatchObject({
        code: "not_allowed",
        errors: [{ pointer: `#/limits/${name}`, detail: `at most ${bound} on this host` }],
      });
    }
  }
  // What a config had before may stay in it.
  await workspaces.putConfig(admin, host.workspaceId, { limits: before.limits });
  const { session_id } = await host.run("go");
  const queued = (await host.events(session_id)).find(({ type }) => type === "turn.queued");
  expect(queued).toMatchObject({ limits: { ...bounds, max_cost_usd: null } });
});

it("bounds permissions: what it denies does not run, and what it asks about is asked about, whatever an older config says", async () => {
  let policy: Policy = {};
  await using host = await testHost({
    script: [
      { toolCalls: [{ name: "write", arguments: { path: "a", content: "b" } }] },
      { toolCalls: [bash("rm x")] },
      { text: "done" },
    ],
    service: { policy: () => policy },
  });
  const { workspaces, sessions } = host.service;
  policy = { permissions: { bash: [{ pattern: "rm *", action: "ask" }], write: "deny" } };
  const { session_id, status } = await host.run("go");
  expect(status).toBe("waiting");
  expect((await host.session(session_id)).pending_requests).toMatchObject([{ kind: "approval" }]);
  expect(resultsIn(await host.events(session_id))).toMatchObject([
    { name: "write", is_error: true, output: NOT_ALLOWED },
  ]);
  await sessions.interrupt(admin, host.workspaceId, session_id);
  await expect(
    workspaces.create(admin, { name: "wider", config: { permissions: { write: "allow" } } }),
  ).rejects.toMatchObject({ code: "not_allowed", errors: [{ pointer: "#/config/permissions" }] });
  const { id } = await workspaces.create(admin, { name: "default" });
  expect((await workspaces.getConfig(admin, id)).config.permissions).toEqual(policy.permissions);
  // What a config had before may stay in it.
  const { config: before } = await workspaces.getConfig(admin, host.workspaceId);
  const kept = { permissions: before.permissions, system_prompt: "Be brief." };
  expect((await workspaces.putConfig(admin, host.workspaceId, kept)).config).toMatchObject(kept);
});

it("bounds the hosts that a config may name", async () => {
  await using host = await testHost({
    script: [],
    service: {
      sandbox: withNetwork(),
      policy: { network: ["allow"], network_hosts: ["*.example.com", "api.test"] },
    },
  });
  const { workspaces } = host.service;
  const create = (name: string, allow: string[]) =>
    workspaces.create(admin, { name, config: { sandbox: { network: { allow } } } });
  await create("within", ["a.example.com", "*.b.example.com", "API.test"]);
  for (const other of ["example.com", "*.test", "evil.test", "not-example.com"]) {
    await expect(create("beyond", ["api.test", other])).rejects.toMatchObject({
      code: "not_allowed",
      errors: [
        {
          pointer: "#/config/sandbox/network",
          detail: `this host allows *.example.com, api.test, not ${other}`,
        },
      ],
    });
  }
});
