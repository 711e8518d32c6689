import { describe, expect, it } from "vitest";
import { workspaceId } from "../domain/operations/checks.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { admin, testHost } from "../test-host.test-support.ts";
import { OPERATIONS } from "./operations.ts";

const ada: Principal = { ...admin, id: "ada", sees: "own" };
const ben: Principal = { ...admin, id: "ben", sees: "own" };
const MISSING = "ses_none";
const empty = () => new Blob([]).stream();

/** Valid arguments after the id of the workspace, for each operation on a workspace. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  "workspaces.get": [],
  "workspaces.update": [{ name: "taken over" }],
  "workspaces.delete": [],
  "workspaces.getConfig": [],
  "workspaces.putConfig": [{}],
  "workspaces.state": [],
  "workspaces.saveAsTemplate": [{ name: "copied" }],
  "chat.send": [{ message: "go" }],
  "chat.stream": [{ session_id: MISSING, turn_id: MISSING, first_seq: 1 }],
  "chat.result": [{ session_id: MISSING, turn_id: MISSING }, { seconds: 0 }],
  "sessions.list": [],
  "sessions.get": [MISSING],
  "sessions.update": [MISSING, { name: "x" }],
  "sessions.fork": [MISSING],
  "sessions.delete": [MISSING],
  "sessions.turns": [MISSING],
  "sessions.turn": [MISSING, MISSING],
  "sessions.updateTurn": [MISSING, MISSING, { message: "go" }],
  "sessions.withdrawTurn": [MISSING, MISSING],
  "sessions.messages": [MISSING],
  "sessions.transcript": [MISSING],
  "sessions.transcriptTexts": [MISSING],
  "sessions.export": [MISSING],
  "sessions.eventPage": [MISSING],
  "sessions.events": [MISSING, { follow: false }],
  "sessions.answerRequest": [MISSING, MISSING, { decision: "deny" }],
  "sessions.interrupt": [MISSING],
  "files.stat": ["workspace", "a"],
  "files.read": ["workspace", "a"],
  "files.write": ["workspace", "a", empty()],
  "files.remove": ["workspace", "a"],
  "files.list": ["workspace", ""],
  "files.makeDirectory": ["workspace", "a"],
  "files.move": ["workspace", { src: "a", dest: "b" }],
  "files.zip": ["workspace", ""],
  "files.unpack": ["workspace", "", empty(), { kind: "zip", maxArchiveBytes: 1, maxBytes: 1 }],
  "changes.ofSession": [MISSING],
  "changes.patch": [MISSING],
  "images.read": [MISSING, "a"],
  "outputs.read": ["a"],
  "usage.ofWorkspace": [],
  "schedules.list": [],
  "schedules.create": [{ name: "s", cron: "* * * * *", turn: { message: "go" } }],
  "schedules.get": [MISSING],
  "schedules.update": [MISSING, { name: "s" }],
  "schedules.delete": [MISSING],
  "schedules.pause": [MISSING],
  "schedules.resume": [MISSING],
  "schedules.run": [MISSING],
  "schedules.runs": [MISSING],
  "snapshots.list": [],
  "snapshots.create": [],
  "snapshots.get": [MISSING],
  "snapshots.delete": [MISSING],
  "snapshots.stat": [MISSING, "a"],
  "snapshots.read": [MISSING, "a"],
  "snapshots.listDirectory": [MISSING, ""],
  "snapshots.zip": [MISSING, ""],
  "snapshots.diff": [MISSING, "now"],
  "snapshots.patch": [MISSING, "now"],
  "snapshots.rewind": [MISSING, { to_turn: MISSING }],
  "snapshots.fork": [{ name: "copied" }],
};

const onWorkspaces = Object.entries(OPERATIONS).flatMap(([name, operations]) =>
  Object.entries(operations as Readonly<Record<string, { readonly inputs: readonly unknown[] }>>)
    .filter(([, { inputs }]) => inputs[0] === workspaceId)
    .map(([method]) => ({ name, method })),
);

describe("a principal that sees only its own workspaces", () => {
  it("creates, lists and uses its own, and others that see all of the tenant use them too", async () => {
    await using host = await testHost({ script: () => ({ text: "done" }) });
    const [asAda, asBen, asAdmin] = [ada, ben, admin].map((principal) => host.service.as(principal));
    const { id, owner } = (await asAda?.workspaces.create({ name: "of ada" })) ?? { id: "", owner: "" };
    expect(owner).toBe("ada");
    await asBen?.workspaces.create({ name: "of ben" });
    const names = async (services: typeof asAda) =>
      (await services?.workspaces.list())?.items.map(({ name }) => name);
    expect(await names(asAda)).toEqual(["of ada"]);
    expect(await names(asBen)).toEqual(["of ben"]);
    expect(await names(asAdmin)).toEqual(["of ben", "of ada", "test"]);
    const turn = await asAda?.chat.send(id, { message: "go" });
    expect(turn && (await asAda?.chat.result(id, turn, { seconds: 30 }))?.final_message).toBe("done");
    expect((await asAdmin?.sessions.list(id))?.items).toHaveLength(1);
    expect((await asAda?.workspaces.update(id, { name: "renamed" }))?.owner).toBe("ada");
  });

  it.each(onWorkspaces)("cannot call $name.$method of another's workspace", async ({ name, method }) => {
    const given = ARGUMENTS[`${name}.${method}`];
    expect(given).toBeDefined();
    await using host = await testHost({ script: () => ({ text: "done" }) });
    const { id } = await host.service.workspaces.create(ben, { name: "of ben" });
    const services = host.service as unknown as Record<
      string,
      Record<string, (...given: readonly unknown[]) => Promise<unknown>>
    >;
    const refused = { code: "not_found", detail: "There is no such workspace." };
    await expect(services[name]?.[method]?.(ada, id, ...(given ?? []))).rejects.toMatchObject(refused);
    expect(host.models.requests).toEqual([]);
  });

  const ofTenant = (["tokens", "webhooks", "audit"] as const).flatMap((name) =>
    Object.entries(OPERATIONS[name] as Readonly<Record<string, { readonly access: unknown }>>)
      .filter(([, { access }]) => access !== "public")
      .map(([method]) => ({ name, method })),
  );

  it.each(ofTenant)(
    "cannot call $name.$method, which is about the whole tenant",
    async ({ name, method }) => {
      await using host = await testHost({ script: [] });
      const services = host.service as unknown as Record<
        string,
        Record<string, (...given: readonly unknown[]) => unknown>
      >;
      const call = async () => await services[name]?.[method]?.(ada);
      await expect(call()).rejects.toMatchObject({ code: "not_allowed" });
    },
  );

  it("does not see workspaces of older versions, which have no owner", async () => {
    await using host = await testHost({ script: [] });
    const record = await host.store.workspaces.get("default", host.workspaceId);
    if (record !== null)
      await host.store.workspaces.insert({ ...record, id: "ws_old", name: "old", owner: null });
    expect((await host.service.workspaces.list(ada, {})).items).toEqual([]);
    await expect(host.service.workspaces.get(ada, "ws_old")).rejects.toMatchObject({ code: "not_found" });
    expect(await host.service.workspaces.get(admin, "ws_old")).toMatchObject({ owner: null });
  });
});
