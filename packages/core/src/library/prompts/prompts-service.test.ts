import { beforeEach, describe, expect, it } from "vitest";
import type { AgentService } from "../../composition/agent-service.ts";
import { admin, testService } from "../../test-host.test-support.ts";
import { fakeClock, testStore } from "../../testing/index.ts";
import { aPrompt, bound, refusal, stranger } from "../library.test-support.ts";

let prompts: AgentService["prompts"];
const clock = fakeClock();

beforeEach(() => {
  ({ prompts } = testService({ store: testStore({ clock }), clock }));
});

const { name: _, ...replacement } = aPrompt("x");

describe("a prompt", () => {
  it("is made with its placeholders found, and read by id and by name", async () => {
    const made = await prompts.create(
      admin,
      aPrompt("Review / ü?", {
        content: "Look at {{ file }} and {{file}}, {{other}}.",
        labels: { team: "a" },
      }),
    );
    expect(made.item).toMatchObject({
      name: "Review / ü?",
      arguments: ["file", "other"],
      labels: { team: "a" },
      version: 1,
    });
    expect(made.item.id).toMatch(/^prm_[0-9a-z]{26}$/);
    expect(made.item.created_at).toBe(made.item.updated_at);
    expect(made.etag).toBe(`${made.item.id}.1`);
    expect(await prompts.get(admin, "Review / ü?")).toEqual(made);
    expect(await prompts.get(admin, made.item.id)).toEqual(made);
  });

  it("has a name that is unique in its tenant and may be that of a template", async () => {
    await prompts.create(admin, aPrompt("a"));
    expect((await refusal(prompts.create(admin, aPrompt("a")))).code).toBe("name_taken");
    await prompts.create(stranger, aPrompt("a"));
    expect((await prompts.list(stranger, {})).items).toHaveLength(1);
  });

  it("is made once for each idempotency key", async () => {
    let replays = 0;
    const options = { idempotencyKey: "k", onReplay: () => (replays += 1) };
    const made = await prompts.create(admin, aPrompt("a"), options);
    expect(await prompts.create(admin, aPrompt("a"), options)).toEqual(made);
    expect(replays).toBe(1);
    expect((await refusal(prompts.create(admin, aPrompt("b"), options))).code).toBe("idempotency_key_reused");
  });

  it("is replaced under a new version, unless nothing changes", async () => {
    const { item } = await prompts.create(admin, aPrompt("a", { labels: { x: "1", y: "2" } }));
    clock.jump(1000);
    const put = (content: string) =>
      prompts.put(admin, "a", { description: "", content, labels: { y: "2", x: "1" } });
    expect(await put("This is a.")).toEqual({ item, etag: `${item.id}.1`, created: false });
    const changed = await put("New {{b}}");
    expect(changed).toMatchObject({
      created: false,
      etag: `${item.id}.2`,
      item: { id: item.id, version: 2, arguments: ["b"], created_at: item.created_at },
    });
    expect(changed.item.updated_at > item.updated_at).toBe(true);
  });

  it("is made by a PUT under its name, which the body may repeat", async () => {
    expect(await prompts.put(admin, "a", replacement)).toMatchObject({
      created: true,
      item: { name: "a", version: 1 },
    });
    expect(await prompts.put(admin, "b", aPrompt("b"))).toMatchObject({ created: true });
    expect(await refusal(prompts.put(admin, "c", aPrompt("d")))).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/name" }],
    });
    expect((await refusal(prompts.put(admin, "prm_00000000000000000000000000", replacement))).code).toBe(
      "not_found",
    );
  });

  it.each([" a", "a\n", "\0", "tpl_x", "skl_", ".", "..", "\ud800", "x".repeat(129), ""])(
    "is not made under the name %j",
    async (name) => {
      expect(await refusal(prompts.put(admin, name, replacement))).toMatchObject({
        code: "invalid_request",
        errors: [{ pointer: "#/name" }],
      });
      expect((await refusal(prompts.get(admin, name))).code).toBe("not_found");
    },
  );

  it.each(["__proto__", "constructor", "hasOwnProperty", "'; drop table x; --", "%_\\", "💾", "a/b?c#d"])(
    "can have the name %j",
    async (name) => {
      const { item } = await prompts.put(admin, name, replacement);
      expect((await prompts.get(admin, name)).item).toEqual(item);
      expect((await prompts.list(admin, { q: name })).items).toEqual([item]);
    },
  );

  it("is renamed by a PUT with another name, if that is free", async () => {
    const { item } = await prompts.create(admin, aPrompt("a"));
    await prompts.create(admin, aPrompt("b"));
    expect((await refusal(prompts.put(admin, "a", aPrompt("b")))).code).toBe("name_taken");
    const renamed = await prompts.put(admin, item.id, { ...replacement, content: item.content, name: "c" });
    const looksLikeAnId = prompts.put(admin, "c", { ...replacement, name: "prm_x" });
    expect(await refusal(looksLikeAnId)).toMatchObject({ errors: [{ pointer: "#/name" }] });
    expect(renamed).toMatchObject({ created: false, item: { id: item.id, name: "c", version: 2 } });
    expect((await refusal(prompts.get(admin, "a"))).code).toBe("not_found");
    expect((await prompts.list(admin, { q: "c" })).items.map(({ name }) => name)).toEqual(["c"]);
  });

  it("is changed and deleted only at the version that a condition names", async () => {
    const { etag } = await prompts.create(admin, aPrompt("a"));
    const put = (ref: string, ifMatch: string | null) => prompts.put(admin, ref, replacement, { ifMatch });
    const changed = await put("a", etag);
    expect((await refusal(put("a", etag))).code).toBe("precondition_failed");
    expect((await refusal(put("a", null))).code).toBe("precondition_failed");
    expect((await refusal(put("b", etag))).code).toBe("precondition_failed");
    expect(await put("b", null)).toMatchObject({ created: true });
    expect((await refusal(prompts.delete(admin, "a", { ifMatch: etag }))).code).toBe("precondition_failed");
    await prompts.delete(admin, "a", { ifMatch: changed.etag });
    expect((await refusal(prompts.delete(admin, "a"))).code).toBe("not_found");
  });

  it("takes changes of many at once one after another, and one of those that name its version", async () => {
    const { etag } = await prompts.create(admin, aPrompt("a"));
    const puts = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        prompts.put(admin, "a", { ...replacement, content: `${index}` }),
      ),
    );
    expect(puts.map(({ item }) => item.version).toSorted()).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect((await refusal(prompts.put(admin, "a", replacement, { ifMatch: etag }))).code).toBe(
      "precondition_failed",
    );
    const ifMatch = (await prompts.get(admin, "a")).etag;
    const races = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        prompts.put(admin, "a", { ...replacement, content: `new ${index}` }, { ifMatch }),
      ),
    );
    expect(races.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const race of races)
      if (race.status === "rejected") expect(race.reason).toMatchObject({ code: "precondition_failed" });
    const made = await Promise.all(
      Array.from({ length: 8 }, () => prompts.put(admin, "b", { ...replacement, content: "same" })),
    );
    expect(made.filter(({ created }) => created)).toHaveLength(1);
    expect((await prompts.get(admin, "b")).item.version).toBe(1);
  });

  it("loses its versions when it is deleted, and another may take its name", async () => {
    const { item } = await prompts.create(admin, aPrompt("a"));
    await prompts.delete(admin, item.id);
    expect((await refusal(prompts.versions(admin, item.id, {}))).code).toBe("not_found");
    const { item: next } = await prompts.create(admin, aPrompt("a"));
    expect(next).toMatchObject({ version: 1 });
    expect((await prompts.versions(admin, "a", {})).items).toEqual([next]);
  });
});

describe("the versions of a prompt", () => {
  it("are listed from the newest, a page at a time, under the name of today", async () => {
    await prompts.create(admin, aPrompt("a", { content: "1" }));
    for (const content of ["2", "3", "4", "5"]) await prompts.put(admin, "a", { ...replacement, content });
    await prompts.put(admin, "a", { ...replacement, content: "5", name: "b" });
    const first = await prompts.versions(admin, "b", { limit: 4 });
    expect(first.items.map(({ version, content, name }) => [version, content, name])).toEqual([
      [6, "5", "b"],
      [5, "5", "b"],
      [4, "4", "b"],
      [3, "3", "b"],
    ]);
    const second = await prompts.versions(admin, "b", { limit: 4, cursor: first.next ?? "" });
    expect(second.items.map(({ version }) => version)).toEqual([2, 1]);
    expect(second.next).toBeNull();
    const wrong = prompts.versions(admin, "b", { cursor: "YWJj" });
    expect((await refusal(wrong)).code).toBe("invalid_request");
  });

  it("come back as a new version by a roll-back, also the current one", async () => {
    await prompts.create(admin, aPrompt("a", { content: "1 {{x}}", description: "first" }));
    await prompts.put(admin, "a", { ...replacement, content: "2", name: "b" });
    const back = await prompts.rollback(admin, "b", { version: 1 }, { idempotencyKey: "k" });
    expect(back.item).toMatchObject({ name: "b", content: "1 {{x}}", arguments: ["x"], version: 3 });
    expect(await prompts.rollback(admin, "b", { version: 1 }, { idempotencyKey: "k" })).toEqual(back);
    expect((await prompts.rollback(admin, "b", { version: 3 })).item.version).toBe(4);
    expect((await prompts.list(admin, { q: "FIRST" })).items.map(({ version }) => version)).toEqual([4]);
  });

  it("cannot be rolled back to when there is none of that number", async () => {
    await prompts.create(admin, aPrompt("a"));
    expect(await refusal(prompts.rollback(admin, "a", { version: 2 }))).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/version" }],
    });
    expect((await refusal(prompts.rollback(admin, "b", { version: 1 }))).code).toBe("not_found");
  });
});

describe("the list of prompts", () => {
  it("gives the newest first, page by page, and stays where it is when more are made", async () => {
    for (let index = 0; index < 60; index++) await prompts.create(admin, aPrompt(`p${index}`));
    const first = await prompts.list(admin, {});
    expect(first.items.map(({ name }) => name)).toEqual(
      Array.from({ length: 50 }, (_, index) => `p${59 - index}`),
    );
    await prompts.create(admin, aPrompt("new"));
    const second = await prompts.list(admin, { cursor: first.next ?? "" });
    expect(second.items.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `p${9 - index}`),
    );
    expect(second.next).toBeNull();
  });

  it("is searched in names and descriptions, in any case, whatever is asked", async () => {
    await prompts.create(admin, aPrompt("Überblick", { description: "A B 100%" }));
    await prompts.create(admin, aPrompt("other"));
    const found = async (q: string) => (await prompts.list(admin, { q })).items.map(({ name }) => name);
    expect(await found("üBER")).toEqual(["Überblick"]);
    expect(await found("0%")).toEqual(["Überblick"]);
    expect(await found("%")).toEqual(["Überblick"]);
    expect(await found("This is")).toEqual([]);
    expect(await found("\0")).toEqual([]);
    expect(await found("")).toEqual(["other", "Überblick"]);
  });

  it("ends a page early where prompts are large, and leaves none out", async () => {
    const content = "x".repeat(1_048_576);
    for (let index = 0; index < 20; index++) await prompts.create(admin, aPrompt(`p${index}`, { content }));
    const names: string[] = [];
    let pages = 0;
    for (let cursor: string | null = ""; cursor !== null; pages++) {
      const page = await prompts.list(admin, { limit: 500, ...(cursor !== "" && { cursor }) });
      expect(page.items.length).toBeLessThanOrEqual(8);
      names.push(...page.items.map(({ name }) => name));
      cursor = page.next;
    }
    expect(names).toEqual(Array.from({ length: 20 }, (_, index) => `p${19 - index}`));
    expect(pages).toBeGreaterThan(1);
  });
});

describe("the library", () => {
  it("shows nothing of another tenant", async () => {
    const { item } = await prompts.create(admin, aPrompt("a"));
    for (const ref of ["a", item.id]) {
      expect((await refusal(prompts.get(stranger, ref))).code).toBe("not_found");
      expect((await refusal(prompts.versions(stranger, ref, {}))).code).toBe("not_found");
      expect((await refusal(prompts.rollback(stranger, ref, { version: 1 }))).code).toBe("not_found");
      expect((await refusal(prompts.delete(stranger, ref))).code).toBe("not_found");
    }
    expect((await refusal(prompts.put(stranger, item.id, replacement))).code).toBe("not_found");
    expect((await prompts.put(stranger, "a", replacement)).created).toBe(true);
    expect((await prompts.get(admin, "a")).item).toEqual(item);
  });

  it("is not found by a token that is bound to workspaces", async () => {
    await prompts.create(admin, aPrompt("a"));
    const calls: (() => unknown)[] = [
      () => prompts.list(bound, {}),
      () => prompts.get(bound, "a"),
      () => prompts.create(bound, aPrompt("b")),
      () => prompts.put(bound, "a", replacement),
      () => prompts.delete(bound, "a"),
      () => prompts.versions(bound, "a", {}),
      () => prompts.rollback(bound, "a", { version: 1 }),
      () => prompts.export(bound),
      () => prompts.bulk(bound, (async function* () {})(), { atomic: false, dryRun: false }),
    ];
    for (const call of calls) {
      expect((await refusal(Promise.resolve().then(call))).code).toBe("not_found");
    }
    expect((await prompts.list(admin, {})).items).toHaveLength(1);
  });
});
