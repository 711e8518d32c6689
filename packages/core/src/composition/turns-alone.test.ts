import { describe, expect, it } from "vitest";
import { memoryStore, memoryVolumes } from "../memory/index.ts";
import type { CompleteStore, CoreRepositories, Store } from "../ports/store.ts";
import { admin, bash, startedService, testHost, testService } from "../test-host.test-support.ts";
import { describeStoreContract, scriptedModels, scriptedSandboxes } from "../testing/index.ts";

const MAX_CORE_METHODS = 40;

const coreOf = ({
  workspaces,
  sessions,
  turns,
  events,
  messages,
  steering,
  idempotency,
}: CoreRepositories): CoreRepositories => ({
  workspaces,
  sessions,
  turns,
  events,
  messages,
  steering,
  idempotency,
});

/** A store without any of the parts that a store may leave out. */
function coreStore(store: CompleteStore = memoryStore()): Store {
  const { start, check, now, close } = store;
  return {
    ...coreOf(store),
    transaction: (work, whenWritten) => store.transaction((inside) => work(coreOf(inside)), whenWritten),
    start,
    check,
    now,
    close,
  };
}

describeStoreContract("a store for turns alone", () => ({ store: coreStore() }), { parts: [] });

describe("a store for turns alone", () => {
  it(`has at most ${MAX_CORE_METHODS} methods`, () => {
    const methodsOf = (member: unknown): number =>
      typeof member === "function"
        ? 1
        : Object.values(member as object).reduce((sum: number, each) => sum + methodsOf(each), 0);
    expect(methodsOf(coreStore())).toBeLessThanOrEqual(MAX_CORE_METHODS);
  });

  it("runs a turn with a tool to its end, and goes on in the session after a restart", async () => {
    const store = coreStore();
    const volumes = memoryVolumes();
    const commands: string[] = [];
    const models = scriptedModels(({ messages }) =>
      messages.at(-1)?.role === "user" ? { toolCalls: [bash("ls")] } : { text: "done" },
    );
    const start = async () => {
      const sandbox = scriptedSandboxes(({ command }) => {
        commands.push(command);
        return { stdout: "listed" };
      });
      return await startedService({ store, volumes, sandbox, models });
    };

    const first = await start();
    const { id } = await first.workspaces.create(admin, { name: "test" });
    const accepted = await first.chat.send(admin, id, { message: "one" }, { idempotencyKey: "k" });
    const { status } = await first.chat.result(admin, id, accepted, { seconds: 30 });
    expect([status, commands.length]).toEqual(["completed", 1]);
    await first.stop();

    const second = await start();
    const repeated = await second.chat.send(admin, id, { message: "one" }, { idempotencyKey: "k" });
    expect(repeated.turn_id).toBe(accepted.turn_id);
    const { session_id } = accepted;
    const next = await second.chat.send(admin, id, { session_id, message: "two" });
    expect((await second.chat.result(admin, id, next, { seconds: 30 })).status).toBe("completed");
    const said = models.requests.at(-1)?.messages.filter(({ role }) => role === "user");
    expect(said).toHaveLength(2);
    expect(await second.sessions.get(admin, id, session_id)).toMatchObject({ status: "idle" });
    await second.sessions.delete(admin, id, session_id);
    await second.workspaces.delete(admin, id);
    await second.stop();
  });

  it("names the part that a call needs", async () => {
    await using host = await testHost({ script: [], service: { store: coreStore() as CompleteStore } });
    const { prompts, skills, tokens, usage, audit, signIn, webhooks, chat, workspaces } = host.service;
    const image = { media_type: "image/png", data: "iVBORw0KGgo=" } as const;
    const calls: readonly (readonly [part: string, call: () => Promise<unknown>])[] = [
      ["library", () => prompts.list(admin, {})],
      ["library", () => skills.list(admin, {})],
      ["library", () => workspaces.create(admin, { name: "w", config: { skills: ["s"] } })],
      ["blobs", () => chat.send(admin, host.workspaceId, { message: "Look.", images: [image] })],
      ["serviceTokens", () => tokens.list(admin, {})],
      ["usage", () => usage.ofWorkspace(admin, host.workspaceId)],
      ["audit", () => audit.list(admin, {})],
      ["signIns", () => signIn.issueCode()],
      ["webhooks", () => webhooks.list(admin, {})],
    ];
    for (const [part, call] of calls)
      await expect(call(), part).rejects.toMatchObject({
        code: "not_allowed",
        detail: expect.stringContaining(`"${part}"`) as unknown,
      });
  });

  it("is refused for a service with webhooks", () => {
    const webhooks = { fetch: () => Promise.reject(new Error("not called")) };
    expect(() => testService({ store: coreStore(), webhooks })).toThrow('"webhooks"');
  });
});
