import { SCOPES, type Principal } from "@workspace-agent/core";
import { createHandler } from "@workspace-agent/http";
import { expect, it } from "vitest";
import { tokenForProgram, withServiceTokens } from "./service-tokens.ts";
import { testService } from "./testing.test-support.ts";

const ada: Principal = { id: "ada", tenant: "engines", kind: "user", scopes: SCOPES, workspace_ids: null };

it("a service token is accepted beside people, for its workspace alone, until it is revoked", async () => {
  const service = await testService();
  const people = async (request: Request) => (request.headers.get("x-user") === "ada" ? ada : null);
  const handler = createHandler(service, { authenticate: withServiceTokens(service, people) });
  const get = async (path: string, headers: Record<string, string>) =>
    (await handler(new Request(`http://localhost${path}`, { headers }))).status;
  const { workspaces, tokens } = service.as(ada);
  const [own, other] = [await workspaces.create({ name: "own" }), await workspaces.create({ name: "other" })];
  const program = { authorization: `Bearer ${await tokenForProgram(service, ada, own.id)}` };

  expect(await get(`/api/workspaces/${other.id}`, { "x-user": "ada" })).toBe(200);
  expect(await get(`/api/workspaces/${own.id}`, program)).toBe(200);
  expect(await get(`/api/workspaces/${other.id}`, program)).toBe(404);
  expect(await get(`/api/workspaces/${own.id}`, {})).toBe(401);
  const [token] = (await tokens.list()).items;
  await tokens.revoke(token?.id ?? "");
  expect(await get(`/api/workspaces/${own.id}`, program)).toBe(401);
});
