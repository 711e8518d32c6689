import { describe, expect, it } from "vitest";
import { admin } from "../test-host.test-support.ts";
import { withMembers } from "../ports/checks/shape.ts";
import type { ModelRequest } from "../ports/model.ts";
import { scriptedModels, type ScriptedModels } from "../testing/index.ts";
import { scheduleHost, timeAt } from "./schedules.test-support.ts";

type Arguments = Readonly<Record<string, unknown>>;
type Call = Arguments | ((results: readonly string[]) => Arguments);

/** A model that makes the calls one after another. */
function calling(calls: readonly Call[]) {
  const resultsIn = ({ messages }: ModelRequest): readonly string[] =>
    messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === "tool_result" ? [part.output] : [])),
    );
  const models = scriptedModels((request) => {
    const results = resultsIn(request);
    const call = calls[results.length];
    if (call === undefined) return { text: "done" };
    const args: Arguments = typeof call === "function" ? call(results) : call;
    return { toolCalls: [{ name: "schedule", arguments: args }] };
  });
  return { models, results: () => models.requests.slice(-1).flatMap(resultsIn) };
}

async function chat(
  host: Awaited<ReturnType<typeof scheduleHost>>,
  permissions: Record<string, "allow" | "deny">,
) {
  const { service, workspaceId } = host;
  await service.workspaces.putConfig(admin, workspaceId, { permissions });
  const turn = await service.chat.send(admin, workspaceId, { message: "Plan." });
  return service.chat.result(admin, workspaceId, turn, { seconds: 30 });
}

const offered = ({ requests }: ScriptedModels) =>
  requests.flatMap(({ tools }) => tools.map(({ name }) => name));

describe("the tool schedule", () => {
  it.each([
    [{}, false],
    [{ bash: "allow" }, false],
    [{ schedule: "deny" }, false],
    [{ schedule: "allow" }, true],
  ] as const)("with the permissions %j is offered: %s", async (permissions, isOffered) => {
    const { models } = calling([]);
    await using host = await scheduleHost(undefined, { models });
    await chat(host, permissions);
    expect(offered(models).includes("schedule")).toBe(isOffered);
  });

  it("is not offered by a host without schedules", async () => {
    const { models } = calling([]);
    await using host = await scheduleHost(undefined, { models, cronTimes: undefined } as object);
    await chat(host, { schedule: "allow" });
    expect(offered(models)).not.toContain("schedule");
  });

  it("creates and lists schedules of its workspace, as whoever sent the message", async () => {
    const create = { action: "create", name: "tidy", cron: "*/2 * * * *", message: "Tidy up." };
    const { models, results } = calling([create, { action: "list" }]);
    await using host = await scheduleHost(undefined, { models });
    await chat(host, { schedule: "allow" });
    const { items } = await host.service.schedules.list(admin, host.workspaceId);
    expect(items).toMatchObject([
      { name: "tidy", session: "new", overlap: "skip", created_by: { id: "admin" } },
    ]);
    const [made] = items;
    expect(results()).toEqual([
      `Created ${made?.id} "tidy": */2 * * * * (UTC), next at ${timeAt(2)}`,
      `${made?.id} "tidy": */2 * * * * (UTC), next at ${timeAt(2)}`,
    ]);
    await host.minutes(3);
    expect(await host.history(made?.id ?? "")).toEqual(["2 schedule started completed"]);
  });

  it("deletes them", async () => {
    const create = { action: "create", name: "tidy", cron: "*/2 * * * *", message: "Tidy up." };
    const idIn = ([made = ""]: readonly string[]) => /sch_\w+/.exec(made)?.[0] ?? "";
    const { models, results } = calling([create, (made) => ({ action: "delete", id: idIn(made) })]);
    await using host = await scheduleHost(undefined, { models });
    await chat(host, { schedule: "allow" });
    expect(results().at(-1)).toBe(`Deleted ${idIn(results())}.`);
    expect((await host.service.schedules.list(admin, host.workspaceId)).items).toEqual([]);
  });

  it("can have a time in this conversation, which then goes on", async () => {
    const create = { action: "create", name: "later", at: timeAt(3), message: "Go on.", session: "this" };
    const { models } = calling([create]);
    await using host = await scheduleHost(undefined, { models });
    const { session_id } = await chat(host, { schedule: "allow" });
    await host.minutes(4);
    const [made] = (await host.service.schedules.list(admin, host.workspaceId)).items;
    expect(made).toMatchObject({ session: session_id, overlap: "queue", paused_reason: "ended" });
    expect(await host.runs(made?.id ?? "")).toMatchObject([{ session_id, outcome: "started" }]);
  });

  it("gives them the limits of the turn that makes them", async () => {
    const { models } = calling([{ action: "create", name: "a", cron: "*/2 * * * *", message: "Work." }]);
    await using host = await scheduleHost(undefined, { models });
    const { service, workspaceId } = host;
    await service.workspaces.putConfig(admin, workspaceId, { permissions: { schedule: "allow" } });
    const limits = { max_output_tokens: 500, max_steps: 5 };
    const turn = await service.chat.send(admin, workspaceId, { message: "Plan.", limits });
    await service.chat.result(admin, workspaceId, turn, { seconds: 30 });
    const { items } = await service.schedules.list(admin, workspaceId);
    expect(items).toMatchObject([{ turn: { limits: { max_output_tokens: 500 } } }]);
  });

  it("creates nothing for a token that was revoked while its turn runs", async () => {
    const [asked, revoked] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const create = { action: "create", name: "a", cron: "*/2 * * * *", message: "Work." };
    const { models, results } = calling([create]);
    await using host = await scheduleHost(undefined, {
      models: {
        default: models.default,
        resolve: (reference, of) => {
          const model = models.resolve(reference, of);
          if (model === null) return null;
          return withMembers(model, {
            async *stream(request, options) {
              asked.resolve(null);
              await revoked.promise;
              yield* model.stream(request, options);
            },
          });
        },
      },
    });
    const { service, workspaceId } = host;
    await service.workspaces.putConfig(admin, workspaceId, { permissions: { schedule: "allow" } });
    const { id, token } = await service.tokens.create(admin, { name: "ci", scopes: ["chat"] });
    const principal = await service.tokens.authenticate(token);
    const turn = await service.chat.send(principal, workspaceId, { message: "Plan." });
    await asked.promise;
    await service.tokens.revoke(admin, id);
    revoked.resolve(null);
    await service.chat.result(admin, workspaceId, turn, { seconds: 30 });
    expect(results()[0]).toContain("revoked");
    expect((await service.schedules.list(admin, workspaceId)).items).toEqual([]);
  });

  it("tells the model what is wrong", async () => {
    const { models, results } = calling([
      { action: "create", name: "x", cron: "bad", message: "x" },
      { action: "create", name: "x", cron: "*/2 * * * *" },
      { action: "delete" },
      { action: "delete", id: "sch_none" },
      { action: "list" },
    ]);
    await using host = await scheduleHost(undefined, { models });
    await chat(host, { schedule: "allow" });
    expect(results()).toEqual([
      expect.stringContaining("#/cron"),
      expect.stringContaining("#/turn/message"),
      expect.stringContaining("`id` is required"),
      "There is no such schedule.",
      "There are no schedules.",
    ]);
  });
});
