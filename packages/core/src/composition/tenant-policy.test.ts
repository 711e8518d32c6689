import { expect, it } from "vitest";
import type { PolicySubject } from "../ports/policy.ts";
import { admin, testHost } from "../test-host.test-support.ts";

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
