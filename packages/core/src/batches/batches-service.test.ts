import { describe, expect, it } from "vitest";
import type { BatchHeadInput } from "../domain/batches/batch.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { memoryObjects } from "../memory/index.ts";
import { linesOf, refusal } from "../library/library.test-support.ts";
import { admin } from "../test-host.test-support.ts";
import { batchHost, itemsOf, type BatchHost } from "./batches.test-support.ts";

const idleHost = () => batchHost(undefined, {}, true);

async function listed({ service }: BatchHost, principal: Principal = admin) {
  return (await service.batches.list(principal)).items.map(({ id }) => id);
}

const prompt = { name: "none", arguments: {} };
const output = { schema: {} };
const long = "é".repeat(600_000);
const a = { key: "a", message: "m" };

const bad: readonly [string, string, readonly unknown[], BatchHeadInput?][] = [
  ["without a message", "#/items/1/message", [a, { key: "b" }]],
  ["with the key of another", "#/items/1/key", [a, a]],
  ["with an unknown field", "#/items/1/messages", [a, { key: "b", messages: "m" }]],
  ["with an unknown prompt", "#/items/0/prompt", [{ key: "a", prompt: "none" }]],
  ["with variables and no prompt", "#/items/0/variables", [{ ...a, variables: { who: "Ada" } }]],
  ["with an output that the host cannot check", "#/items/0/output", [{ ...a, output }]],
  ["with the unknown prompt of all", "#/defaults/turn/prompt/name", [a], { defaults: { turn: { prompt } } }],
  [
    "with the wrong message of all",
    "#/defaults/turn/message",
    [a],
    { defaults: { turn: { message: "\0" } } },
  ],
  ["with the wrong output of all", "#/defaults/turn/output", [a], { defaults: { turn: { output } } }],
  [
    "and a limit that its workspace does not allow",
    "#/defaults/turn/limits/max_steps",
    [a],
    { defaults: { turn: { limits: { max_steps: 1_000_000 } } } },
  ],
];

describe("a new batch", () => {
  it.each(bad)("is refused whole for an item %s", async (_, pointer, items, head = {}) => {
    await using host = await idleHost();
    const { code, errors } = await refusal(host.service.batches.create(admin, head, linesOf(items, [1])));
    expect({ code, pointers: errors?.map((error) => error.pointer) }).toEqual({
      code: "invalid_request",
      pointers: [pointer],
    });
    expect(await listed(host)).toEqual([]);
  });

  it("is refused for a message that is too long, with the number of its item", async () => {
    await using host = await idleHost();
    const items = linesOf([a, { key: "b", message: long }]);
    expect(await refusal(host.service.batches.create(admin, {}, items))).toMatchObject({
      code: "payload_too_large",
      detail: expect.stringMatching(/^Item 1: /) as unknown,
      errors: [{ pointer: "#/items/1" }],
    });
  });

  it("with a budget in US dollars needs models whose prices are known", async () => {
    await using host = await idleHost();
    expect((await refusal(host.create(itemsOf("a"), { budget: { usd: 1 } }))).code).toBe("price_unknown");
  });

  it("is refused whole when its items break off, and has at least one", async () => {
    await using host = await idleHost();
    async function* broken() {
      yield* linesOf(itemsOf(...Array.from({ length: 700 }, (_, index) => `${index}`)));
      throw new Error("The connection is lost.");
    }
    const create = (items: AsyncIterable<never>) => host.service.batches.create(admin, {}, items);
    await expect(create(broken() as never)).rejects.toThrow("The connection is lost.");
    expect(await refusal(create(linesOf([]) as never))).toMatchObject({ errors: [{ pointer: "#/items" }] });
    expect(await listed(host)).toEqual([]);
  });

  it("with the key of an earlier one is that one", async () => {
    await using host = await idleHost();
    const create = (keys: readonly string[]) =>
      host.service.batches.create(admin, {}, itemsOf(...keys), { idempotencyKey: "k" });
    const first = await create(["a"]);
    expect(await create(["a"])).toEqual(first);
    expect((await refusal(create(["b"]))).code).toBe("idempotency_key_reused");
    const sent = (keys: readonly string[]) =>
      host.service.batches.create(admin, {}, linesOf(itemsOf(...keys)), { idempotencyKey: "k" });
    expect(await sent(["a"])).toEqual(first);
    expect((await refusal(sent(["a", "b"]))).code).toBe("idempotency_key_reused");
    expect(await listed(host)).toEqual([first.id]);
  });

  it("with the key of an earlier one is that one, although its template is gone", async () => {
    await using host = await idleHost();
    const template = { name: "base", description: "", config: {}, files: [], labels: {} };
    await host.service.templates.create(admin, template);
    const create = () => {
      const head = { defaults: { template: "base" } };
      return host.service.batches.create(admin, head, itemsOf("a"), { idempotencyKey: "k" });
    };
    const first = await create();
    await host.service.templates.delete(admin, "base");
    expect(await create()).toEqual(first);
  });

  it("needs a place that its maker may use", async () => {
    await using host = await idleHost();
    const { id } = await host.service.workspaces.create(admin, { name: "w" });
    const bound: Principal = { ...admin, id: "t", kind: "token", workspace_ids: [id] };
    const other: Principal = { ...admin, id: "o", tenant: "other" };
    const reader: Principal = { ...admin, id: "r", scopes: ["chat"] };
    const create = (principal: Principal, defaults = {}) =>
      host.create(itemsOf("a"), { defaults }, principal);
    expect((await refusal(create(bound))).code).toBe("not_allowed");
    expect((await refusal(create(reader))).code).toBe("insufficient_scope");
    expect((await refusal(create(other, { workspace_id: id }))).code).toBe("not_found");
    expect((await refusal(create(admin, { template: "none" }))).errors).toMatchObject([
      { pointer: "#/defaults/template" },
    ]);
    expect((await refusal(create(admin, { template: "t", workspace_id: id }))).code).toBe("invalid_request");
    const own = await create(bound, { workspace_id: id });
    expect(await listed(host, bound)).toEqual([own.id]);
  });

  it("needs a snapshot that its maker sees", async () => {
    await using host = await batchHost(undefined, { objects: memoryObjects() }, true);
    const { workspaces, snapshots } = host.service;
    const { id } = await workspaces.create(admin, { name: "w" });
    const snapshot_id = (await snapshots.create(admin, id)).id;
    const refused = async (principal: Partial<Principal>, defaults: BatchHeadInput["defaults"]) => {
      const create = host.create(itemsOf("a"), { defaults }, { ...admin, ...principal });
      const { code, errors } = await refusal(create);
      return [code, ...(errors ?? []).map(({ pointer }) => pointer)];
    };
    const invalid = ["invalid_request", "#/defaults/snapshot_id"];
    expect(await refused({}, { snapshot_id: "snp_none" })).toEqual(invalid);
    expect(await refused({ tenant: "other" }, { snapshot_id })).toEqual(invalid);
    expect(await refused({ id: "someone", sees: "own" }, { snapshot_id })).toEqual(invalid);
    expect(await refused({ kind: "token", workspace_ids: ["ws_other"] }, { snapshot_id })).toEqual(invalid);
    expect(await refused({ kind: "token", workspace_ids: [id] }, { snapshot_id })).toEqual(["not_allowed"]);
    expect(await refused({ scopes: ["chat"] }, { snapshot_id })).toEqual(["insufficient_scope"]);
    expect(await refused({}, { snapshot_id, workspace_id: id })).toEqual(invalid);
    expect(await refused({}, { snapshot_id, template: "t" })).toEqual(invalid);
    expect(await listed(host)).toEqual([]);
    await using without = await batchHost(undefined, { objects: null }, true);
    const create = without.create(itemsOf("a"), { defaults: { snapshot_id } });
    expect((await refusal(create)).code).toBe("not_allowed");
  });

  it("is seen by those who see its workspace, and by nobody else", async () => {
    await using host = await idleHost();
    const { id: workspace_id } = await host.service.workspaces.create(admin, { name: "w" });
    const made = await host.create(itemsOf("a"));
    const inOne = await host.create(itemsOf("a"), { defaults: { workspace_id } });
    expect(await listed(host)).toEqual([inOne.id, made.id]);
    const views: readonly [Partial<Principal>, readonly string[]][] = [
      [{ workspace_ids: [workspace_id] }, [inOne.id]],
      [{ workspace_ids: ["ws_other"] }, []],
      [{ id: "someone", sees: "own" }, []],
      [{ tenant: "other" }, []],
      [{ sees: "own" }, [inOne.id, made.id]],
    ];
    for (const [view, seen] of views) {
      const principal = { ...admin, ...view };
      expect(await listed(host, principal)).toEqual(seen);
      for (const { id } of [made, inOne]) {
        if (seen.includes(id)) continue;
        const { batches } = host.service;
        for (const call of [batches.get, batches.cancel, batches.results] as const)
          expect((await refusal(call(principal, id))).code).toBe("not_found");
      }
    }
  });
});
