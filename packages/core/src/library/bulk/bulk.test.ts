import { beforeEach, describe, expect, it } from "vitest";
import { DomainError } from "../../domain/errors/domain-error.ts";
import type { CompleteStore } from "../../ports/store.ts";
import type { AgentService } from "../../composition/agent-service.ts";
import { admin, testService } from "../../test-host.test-support.ts";
import { testStore } from "../../testing/index.ts";
import { aPrompt, linesOf, load, refusal, stranger } from "../library.test-support.ts";
import type { BulkLine } from "../../domain/library/bulk.ts";

let store: CompleteStore;
let prompts: AgentService["prompts"];

beforeEach(() => {
  store = testStore();
  ({ prompts } = testService({ store }));
});

const names = async () => (await prompts.list(admin, {})).items.map(({ name }) => name).toSorted();

describe("a load", () => {
  it("tells of each line in order what became of it", async () => {
    await prompts.create(admin, aPrompt("there"));
    await prompts.create(admin, aPrompt("old"));
    const { results, summary } = await load(prompts, [
      { name: "new", content: "1" },
      { content: "This is there.", name: "there" },
      { name: "old", content: "2", labels: { a: "b" } },
      { op: "delete", name: "there" },
      { op: "delete", name: "nobody" },
      { name: "bad" },
    ]);
    expect(results).toEqual([
      { index: 0, name: "new", id: expect.stringMatching(/^prm_/) as string, status: "created", version: 1 },
      { index: 1, name: "there", id: expect.any(String) as string, status: "unchanged", version: 1 },
      { index: 2, name: "old", id: expect.any(String) as string, status: "updated", version: 2 },
      { index: 3, name: "there", id: expect.any(String) as string, status: "deleted" },
      { index: 4, name: "nobody", status: "unchanged" },
      {
        index: 5,
        name: "bad",
        status: "error",
        error: {
          code: "invalid_request",
          detail: "The field #/content is required.",
          errors: [{ pointer: "#/content", detail: "is required" }],
        },
      },
    ]);
    expect(summary).toEqual({ created: 1, updated: 1, unchanged: 2, deleted: 1, errors: 1 });
    expect(await names()).toEqual(["new", "old"]);
  });

  it("changes nothing the second time", async () => {
    const values = Array.from({ length: 1_200 }, (_, index) => ({
      name: `p${index}`,
      labels: index % 2 === 0 ? { b: "1", a: "2" } : { a: "2", b: "1" },
      content: `Text ${index}`,
    }));
    expect((await load(prompts, values)).summary.created).toBe(1_200);
    const reversed = values.map(({ content, labels, name }) => ({
      content,
      name,
      description: "",
      labels: Object.fromEntries(Object.entries(labels).toReversed()),
    }));
    expect((await load(prompts, reversed)).summary).toEqual({
      created: 0,
      updated: 0,
      unchanged: 1_200,
      deleted: 0,
      errors: 0,
    });
  });

  it("keeps every version of a name that comes several times", async () => {
    const values = ["1", "2", "2", "3"].map((content) => ({ name: "a", content }));
    const { results } = await load(prompts, values);
    expect(results.map(({ status, version }) => [status, version])).toEqual([
      ["created", 1],
      ["updated", 2],
      ["unchanged", 2],
      ["updated", 3],
    ]);
    const { items } = await prompts.versions(admin, "a", {});
    expect(items.map(({ content }) => content)).toEqual(["3", "2", "1"]);
  });

  it.each<[unknown, string, string | null]>([
    [null, "#", null],
    [[], "#", null],
    ["text", "#", null],
    [{ op: "upsert", name: "a", content: "x" }, "#/op", "a"],
    [{ op: "delete" }, "#/name", null],
    [{ op: "delete", name: "a", force: true }, "#/force", "a"],
    [{ name: "a", content: "x\0" }, "#/content", "a"],
    [{ name: "a", content: "x\ud800" }, "#/content", "a"],
    [{ name: "a", content: "x", description: "\0" }, "#/description", "a"],
    [{ name: "a", content: "" }, "#/content", "a"],
    [{ name: "a", content: "x".repeat(1_048_577) }, "#/content", "a"],
    [{ name: "a", content: "x", id: "prm_1" }, "#/id", "a"],
    [{ name: "prm_1", content: "x" }, "#/name", "prm_1"],
    [{ name: "a\ud800", content: "x" }, "#/name", "a\ufffd"],
    [{ name: 5, content: "x" }, "#/name", null],
    [{ name: "a", content: "x", labels: [] }, "#/labels", "a"],
    [{ name: "a", content: "x", labels: { b: 5 } }, "#/labels/b", "a"],
    [JSON.parse('{"name":"a","content":"x","labels":{"__proto__":"y"}}'), "#/labels/__proto__", "a"],
    [JSON.parse('{"name":"a","content":"x","__proto__":{}}'), "#/__proto__", "a"],
  ])("names the bad field of %j", async (value, pointer, name) => {
    const { results } = await load(prompts, [value, aPrompt("good")]);
    expect(results[0]).toMatchObject({ index: 0, name, status: "error", error: { code: "invalid_request" } });
    expect(results[0]?.error?.errors?.map((error) => error.pointer)).toContain(pointer);
    expect(results[1]).toMatchObject({ status: "created" });
    expect(await names()).toEqual(["good"]);
  });

  it("keeps half characters in a description and a content of a million of them", async () => {
    const prompt = { name: "a", description: "\ud800", content: `${"💾".repeat(524_287)}x` };
    await load(prompts, [prompt]);
    expect((await prompts.get(admin, "a")).item).toMatchObject(prompt);
    expect((await load(prompts, [prompt])).summary.unchanged).toBe(1);
  });

  it("is tried out rightly beyond what contents are kept for that", async () => {
    const values = Array.from({ length: 12 }, (_, index) =>
      aPrompt(`p${index}`, { content: `${index}`.padEnd(1_048_576, "x") }),
    );
    const again = [...values, ...values, aPrompt("p11", { content: "other" })];
    const { results, summary } = await load(prompts, again, { dryRun: true });
    expect(summary).toEqual({ created: 12, updated: 1, unchanged: 12, deleted: 0, errors: 0 });
    expect(results.at(-1)).toEqual({ index: 24, name: "p11", status: "updated", version: 2 });
  });

  it("passes on what was wrong with a line before it was a value", async () => {
    const fault = { code: "invalid_request", detail: "The line is not JSON." } as const;
    async function* lines(): AsyncGenerator<readonly BulkLine[]> {
      yield [{ index: 0, fault }];
      yield [{ index: 1, value: aPrompt("a") }];
    }
    const { results } = await load(prompts, lines());
    expect(results[0]).toEqual({ index: 0, name: null, status: "error", error: fault });
    expect(results[1]?.status).toBe("created");
  });

  it("is of one tenant", async () => {
    await load(prompts, [aPrompt("a")], {}, stranger);
    expect((await load(prompts, [aPrompt("a")])).summary.created).toBe(1);
    expect((await load(prompts, [{ op: "delete", name: "a" }], {}, stranger)).summary.deleted).toBe(1);
    expect(await names()).toEqual(["a"]);
  });

  it("has written what it has told of, also when the lines break off", async () => {
    async function* lines(): AsyncGenerator<readonly BulkLine[]> {
      yield* linesOf(Array.from({ length: 600 }, (_, index) => aPrompt(`p${index}`)));
      throw new DomainError("invalid_request", "The body broke off.");
    }
    const told: string[] = [];
    const reading = (async () => {
      const report = prompts.bulk(admin, lines(), { atomic: false, dryRun: false });
      for await (const results of report.results) told.push(...results.map(({ name }) => name ?? ""));
    })();
    expect((await refusal(reading)).detail).toBe("The body broke off.");
    expect(told.length).toBeGreaterThanOrEqual(500);
    for (const name of told) expect((await prompts.get(admin, name)).item.name).toBe(name);
  });

  it("tells of what came when the lines pause, and releases them when its caller leaves", async () => {
    let isLeft = false;
    const lines: AsyncIterable<readonly BulkLine[]> = {
      [Symbol.asyncIterator]: () => {
        let asked = 0;
        return {
          next: () =>
            asked++ === 0
              ? Promise.resolve({ done: false, value: [{ index: 0, value: aPrompt("a") }] })
              : new Promise<IteratorResult<readonly BulkLine[]>>(() => {}),
          return: () => {
            isLeft = true;
            return new Promise<IteratorResult<readonly BulkLine[]>>(() => {});
          },
        };
      },
    };
    const report = prompts.bulk(admin, lines, { atomic: false, dryRun: false });
    for await (const results of report.results) {
      expect(results).toMatchObject([{ status: "created" }]);
      break;
    }
    expect(isLeft).toBe(true);
    expect(report.summary().created).toBe(1);
    expect(await names()).toEqual(["a"]);
  });
});

describe("two loads at once", () => {
  it("both come to their end, and every name is there once", async () => {
    const values = (text: string) =>
      Array.from({ length: 40 }, (_, index) => ({ name: `p${index % 20}`, content: text }));
    const loads = ["a", "b", "c"].map((text) => load(prompts, linesOf(values(text), [7, 7, 7, 7])));
    const summaries = await Promise.all(loads);
    for (const { summary } of summaries) expect(summary.errors).toBe(0);
    expect(await names()).toHaveLength(20);
    const made = summaries.reduce((sum, { summary }) => sum + summary.created, 0);
    expect(made).toBe(20);
  });

  it.each([false, true])("do not fail where both make a name (atomic: %s)", async (atomic) => {
    const racing = racingStore(store, aPrompt("a", { content: "theirs" }));
    const late = testService({ store: racing }).prompts;
    const { results } = await load(late, [aPrompt("a"), aPrompt("b")], { atomic });
    expect(results.map(({ status, version }) => [status, version])).toEqual([
      ["updated", 2],
      ["created", 1],
    ]);
  });

  it("let a PUT that lost the race change what the other made, and a POST be refused", async () => {
    const put = testService({ store: racingStore(store, aPrompt("a", { content: "theirs" })) }).prompts;
    expect(await put.put(admin, "a", aPrompt("a"))).toMatchObject({ created: false, item: { version: 2 } });
    const post = testService({ store: racingStore(store, aPrompt("b")) }).prompts;
    expect((await refusal(post.create(admin, aPrompt("b")))).code).toBe("name_taken");
  });
});

/** A store whose first saving comes too late: another has made a prompt since the names were looked up. */
function racingStore(store: CompleteStore, other: ReturnType<typeof aPrompt>): CompleteStore {
  let isLate = true;
  return {
    ...store,
    async transaction(work) {
      const result = store.transaction((repositories) =>
        work({
          ...repositories,
          library: {
            ...repositories.library,
            save: async (records) => {
              if (isLate) throw new DomainError("name_taken", "There is another of that name already.");
              await repositories.library.save(records);
            },
          },
        }),
      );
      if (!isLate) return result;
      try {
        return await result;
      } catch (error) {
        isLate = false;
        await testService({ store }).prompts.create(admin, other);
        throw error;
      }
    },
  };
}
