import { describe, expect, it } from "vitest";
import { admin, testHost, until } from "../test-host.test-support.ts";

/** A host whose turns stall on request. */
const busyHost = (service: Parameters<typeof testHost>[0]["service"]) =>
  testHost({
    script: ({ messages }) =>
      JSON.stringify(messages.at(-1)).includes("stall") ? { stall: true } : { text: "done" },
    service: { maxRunningTurns: 8, ...service },
  });

type Host = Awaited<ReturnType<typeof busyHost>>;

const send = (host: Host, principal: typeof admin, workspaceId: string, message: string) =>
  host.service.chat.send(principal, workspaceId, { message });

async function fill(host: Host, principal: typeof admin, workspaceId: string, running: number) {
  for (let sent = 0; sent < 12; sent++) await send(host, principal, workspaceId, "stall");
  const state = () => host.service.workspaces.state(principal, workspaceId);
  await until(async () => (await state()).sessions.running === running);
  expect((await state()).sessions).toMatchObject({ running, queued: 12 - running });
}

async function runs(host: Host, principal: typeof admin, workspaceId: string): Promise<void> {
  const turn = await send(host, principal, workspaceId, "quick");
  expect(await host.service.chat.result(principal, workspaceId, turn, { seconds: 20 })).toMatchObject({
    status: "completed",
  });
}

describe("a principal that fills the instance with turns that do not end", () => {
  it("leaves capacity to other workspaces, principals and tenants", async () => {
    await using host = await busyHost({});
    const make = async (principal: typeof admin, name: string) =>
      (await host.service.workspaces.create(principal, { name })).id;
    await fill(host, admin, host.workspaceId, 4);
    const second = await make(admin, "second");
    await runs(host, admin, second);

    await fill(host, admin, second, 2);
    const other = { ...admin, id: "other" };
    const third = await make(other, "third");
    await runs(host, other, third);

    await fill(host, other, third, 1);
    const stranger = { ...admin, tenant: "stranger" };
    await runs(host, stranger, await make(stranger, "fourth"));
  });

  it("runs as many turns as the host allows", async () => {
    await using host = await busyHost({
      maxRunningTurnsPerWorkspace: null,
      maxRunningTurnsPerPrincipal: 7,
      maxRunningTurnsPerTenant: null,
    });
    await fill(host, admin, host.workspaceId, 7);
  });

  it("may use all of an instance with a low limit", async () => {
    await using host = await busyHost({ maxRunningTurns: 4 });
    await fill(host, admin, host.workspaceId, 4);
  });
});

it("a turn lasts no longer than the host allows, even with an older config, which can be saved unchanged", async () => {
  await using host = await testHost({
    script: () => ({ text: "done" }),
    service: { policy: { max_turn_seconds: 100 } },
    config: { limits: { max_turn_seconds: 100 } },
  });
  const workspace = await host.store.workspaces.get("default", host.workspaceId);
  if (workspace === null) throw new Error("The workspace does not exist.");
  const limits = { ...workspace.config.limits, max_turn_seconds: 604_800 };
  await host.store.workspaces.update("default", host.workspaceId, {
    config: { ...workspace.config, limits },
    updated_at: 1,
  });
  const { config } = await host.service.workspaces.getConfig(admin, host.workspaceId);
  const put = (max_turn_seconds: number) =>
    host.service.workspaces.putConfig(admin, host.workspaceId, {
      ...config,
      limits: { ...config.limits, max_steps: 7, max_turn_seconds },
    });
  expect(await put(604_800)).toMatchObject({ config: { limits: { ...limits, max_steps: 7 } } });
  await expect(put(604_799)).rejects.toMatchObject({
    code: "not_allowed",
    errors: [{ pointer: "#/limits/max_turn_seconds", detail: "at most 100 on this host" }],
  });
  const { session_id } = await host.send("go");
  const queued = (await host.events(session_id)).find(({ type }) => type === "turn.queued");
  expect(queued).toMatchObject({ limits: { max_turn_seconds: 100 } });
});
