import { describe, expect, it } from "vitest";
import { givenSession, givenWorkspace, reread, type TheStore } from "./given.ts";
import { aMessage, anEvent, aTurn } from "./records.ts";

/** What databases and encodings stumble over: NUL, lone surrogates, a pair, quotes, separators, and 1 MiB of it. */
const hostile = "\0 \ud800 x \udfff 🙂 \" ' \\ \u2028 \r\n \ufeff é é";
const huge = hostile.repeat(Math.ceil(2 ** 20 / hostile.length));

export function contentSuite(theStore: TheStore): void {
  describe.each([
    ["hostile text", hostile],
    ["a MiB of it", huge],
  ])("%s", (_, text) => {
    it("comes back unchanged in an event", async () => {
      const { tenant, id } = await givenSession(theStore());
      const event = anEvent(id, 1, text);
      await theStore().events.append(tenant, id, [event]);
      expect(await theStore().events.page(tenant, id, { after: 0, limit: 1 })).toEqual([event]);
    });

    it("comes back unchanged in a message", async () => {
      const { tenant, id } = await givenSession(theStore());
      const message = aMessage(id, 1, { content: text });
      await theStore().messages.append(tenant, id, [message]);
      const page = { after: 0, limit: 1 };
      expect(await theStore().messages.page(tenant, id, page)).toEqual([message]);
      const texts = await theStore().messages.pageTexts(tenant, id, page);
      expect(texts.map(({ seq, text }) => [seq, JSON.parse(text) as unknown])).toEqual([
        [message.seq, message],
      ]);
    });

    it("comes back unchanged in a turn", async () => {
      const { tenant, id } = await givenSession(theStore());
      const turn = aTurn(id, { error: { code: "model_error", detail: text } });
      await theStore().turns.save(tenant, turn);
      expect(await theStore().turns.get(tenant, id, turn.turn.id)).toEqual(turn);
    });

    it("comes back unchanged in a session", async () => {
      const session = await givenSession(theStore(), { name: text, state: { preview: text } });
      expect(await reread(theStore(), session)).toEqual(session);
    });

    it("comes back unchanged in a workspace", async () => {
      const plain = await givenWorkspace(theStore());
      const config = { ...plain.config, system_prompt: text };
      const labels = { label: text };
      await theStore().workspaces.update(plain.tenant, plain.id, { config, labels, updated_at: 1 });
      const expected = { ...plain, config, labels, updated_at: 1 };
      expect(await theStore().workspaces.get(plain.tenant, plain.id)).toEqual(expected);
    });
  });

  it("a caller's later changes of a record do not reach the store", async () => {
    const labels: Record<string, string> = { team: "one" };
    const workspace = await givenWorkspace(theStore(), { labels });
    labels["team"] = "two";
    const read = await theStore().workspaces.get(workspace.tenant, workspace.id);
    expect(read?.labels).toEqual({ team: "one" });
    if (read) Reflect.set(read.labels, "team", "three");
    const again = await theStore().workspaces.get(workspace.tenant, workspace.id);
    expect(again?.labels).toEqual({ team: "one" });
  });
}
