import { describe, expect, it } from "vitest";
import { admin, testHost } from "../../test-host.test-support.ts";
import { aPrompt, exported, load, stranger } from "../library.test-support.ts";

describe("an export", () => {
  it("gives all of a tenant from the oldest, in the form of a load", async () => {
    await using host = await testHost({ script: [] });
    const { prompts } = host.service;
    const values = Array.from({ length: 300 }, (_, index) =>
      aPrompt(`p${index}`, { labels: { a: `${index}` } }),
    );
    await load(prompts, values);
    await load(prompts, [aPrompt("theirs")], {}, stranger);
    expect(await exported(prompts)).toEqual(values);
    expect(await exported(prompts, stranger)).toEqual([aPrompt("theirs")]);
  });

  it("goes on where it is when things are made, changed and deleted meanwhile", async () => {
    await using host = await testHost({ script: [] });
    const { prompts } = host.service;
    await load(
      prompts,
      Array.from({ length: 100 }, (_, index) => aPrompt(`p${index}`)),
    );
    const names: string[] = [];
    let isFirst = true;
    for await (const batch of prompts.export(admin)) {
      names.push(...batch.map((item) => ("name" in item ? String(item.name) : "")));
      if (!isFirst) continue;
      isFirst = false;
      await prompts.delete(admin, "p0");
      await prompts.delete(admin, "p99");
      await prompts.put(admin, "p1", aPrompt("p1", { content: "new" }));
      await prompts.create(admin, aPrompt("new"));
    }
    expect(names).toEqual([...Array.from({ length: 99 }, (_, index) => `p${index}`), "new"]);
  });
});
