import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { actorOf } from "../domain/principals/actor.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { Caller } from "../domain/sessions/caller.ts";
import { memoryVolumes } from "../memory/index.ts";
import type { ModelProvider } from "../ports/model.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import { admin, gate, startedService, testHost, until } from "../test-host.test-support.ts";
import { scriptedModels, scriptedSandboxes, testStore, type ScriptedStep } from "../testing/index.ts";
import { childrenOf, isOfSubagent, task } from "./subagents/subagents.test-support.ts";
import { tool } from "./make-tool.ts";

const bash = { name: "bash", arguments: { command: "true" } };
const whoami = { name: "whoami", arguments: {} };

/** Who was seen where. */
type Seen = { readonly by: string; readonly caller: Caller | undefined }[];

/** Resolves for each of several callers once all have called. */
function meetingOf(callers: number): () => Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let met = 0;
  return () => {
    if (++met === callers) resolve(undefined);
    return promise;
  };
}

const whoamiTool = (seen: Seen, meet: () => Promise<unknown> = async () => undefined) =>
  tool({
    name: "whoami",
    description: "Says for whom it runs.",
    parameters: v.strictObject({}),
    isReadOnly: true,
    subjects: () => ({ names: [""] }),
    async run(_, { caller }) {
      seen.push({ by: "tool", caller });
      await meet();
      return { output: "seen" };
    },
  });

/** Asks for both tools, then answers. */
const script = ({ messages }: { readonly messages: readonly unknown[] }): ScriptedStep =>
  messages.length === 1 ? { toolCalls: [bash, whoami] } : { text: "done" };

/** Whose models were resolved. */
type Resolved = string[];

function watchedModels(seen: Seen, resolved: Resolved = []): ModelProvider {
  const models = scriptedModels(script);
  const { model } = models;
  const watched = {
    ...model,
    stream(...[request, options]: Parameters<typeof model.stream>) {
      seen.push({ by: "model", caller: request.caller });
      return model.stream(request, options);
    },
  };
  const resolve: ModelProvider["resolve"] = (_, { tenant }) => {
    resolved.push(tenant);
    return watched;
  };
  return { default: models.default, resolve };
}

const principalOf = (tenant: string): Principal => ({
  ...admin,
  tenant,
  id: `user of ${tenant}`,
  name: `Ada of ${tenant}`,
  address: "192.0.2.7",
});

describe("the caller", () => {
  it("reaches tools, middleware, models, sandboxes and volumes, for two tenants side by side", async () => {
    const seen: Seen = [];
    const opened: [tenant: string, workspaceId: string, labels: object][] = [];
    const resolved: Resolved = [];
    const [inSandbox, inTool] = [meetingOf(2), meetingOf(2)];
    const scripted = scriptedSandboxes(async ({ caller }) => {
      seen.push({ by: "sandbox", caller });
      await inSandbox();
      return {};
    });
    const sandbox: SandboxProvider = {
      ...scripted,
      open(spec) {
        opened.push([spec.tenant, spec.workspaceId, spec.labels]);
        return scripted.open(spec);
      },
    };
    const memory = memoryVolumes();
    const ofVolumes = new Map<string, string | undefined>();
    const volumes: VolumeProvider = {
      ...memory,
      workspace(id, options) {
        ofVolumes.set(id, options?.tenant);
        return memory.workspace(id, options);
      },
    };
    const service = await startedService({
      volumes,
      sandbox,
      models: watchedModels(seen, resolved),
      tools: [whoamiTool(seen, inTool)],
      middleware: [
        {
          beforeTurn: async (caller) => void seen.push({ by: "beforeTurn", caller }),
          wrapTool(call, next) {
            seen.push({ by: "wrapTool", caller: call.caller });
            return next();
          },
          wrapModel(request, next) {
            seen.push({ by: "wrapModel", caller: request.caller });
            return next();
          },
        },
      ],
    });
    const work = async (tenant: string) => {
      const principal = principalOf(tenant);
      const { id } = await service.workspaces.create(principal, { name: "w", labels: { of: tenant } });
      const metadata = { request: `r ${tenant}` };
      const chat = { message: "go", source: "web", metadata } as const;
      const turn = await service.chat.send(principal, id, chat);
      const result = await service.chat.result(principal, id, turn, { seconds: 20 });
      expect(result.status).toBe("completed");
      const expected = {
        tenant,
        principal: actorOf(principal),
        workspaceId: id,
        sessionId: turn.session_id,
        turnId: turn.turn_id,
        callId: null,
        source: "web",
        metadata,
      };
      return { id, expected };
    };
    // Each call waits for that of the other tenant, so both turns are in it at the same time.
    const done = await Promise.all([work("one"), work("two")]);
    await service.stop();
    expect(new Set(resolved)).toEqual(new Set(["one", "two"]));
    expect(new Set(seen.map(({ caller }) => caller?.tenant))).toEqual(new Set(["one", "two"]));
    for (const { id, expected } of done) {
      const own = seen.filter(({ caller }) => caller?.tenant === expected.tenant);
      const at = (by: string) => own.filter((entry) => entry.by === by).map(({ caller }) => caller);
      const ofCall = { ...expected, callId: expect.any(String) as string };
      expect(at("beforeTurn")).toEqual([expected]);
      expect(at("wrapModel")).toEqual([expected, expected]);
      expect(at("wrapTool")).toEqual([ofCall, ofCall]);
      expect(at("model")).toEqual([expected, expected]);
      expect(at("tool")).toEqual([ofCall]);
      expect(at("sandbox")).toEqual([ofCall]);
      expect(ofVolumes.get(id)).toBe(expected.tenant);
      expect(opened).toContainEqual([expected.tenant, id, { of: expected.tenant }]);
    }
    expect(JSON.stringify(seen)).not.toContain("192.0.2.7");
  });

  it("is the same when the turn continues on another instance", async () => {
    const seen: Seen = [];
    const store = testStore();
    const volumes = memoryVolumes();
    const { opened: waiting, open: finish } = gate();
    const sandbox = scriptedSandboxes(async () => {
      await waiting;
      return {};
    });
    const given = { store, volumes, sandbox, models: watchedModels(seen), tools: [whoamiTool(seen)] };
    const first = await startedService(given);
    const { id } = await first.workspaces.create(principalOf("one"), { name: "w" });
    const chat = { message: "go", metadata: { k: "v" } };
    const { session_id, turn_id } = await first.chat.send(principalOf("one"), id, chat);
    await until(() => sandbox.commands.length === 1);
    const stopped = first.stop({ graceMs: 20_000 });
    finish();
    await stopped;
    const second = await startedService(given);
    await second.sessions.turn(principalOf("one"), id, session_id, turn_id, { seconds: 20 });
    await second.stop();
    const [before, ...after] = seen.map(({ caller }) => ({ ...caller, callId: null }));
    expect(before).toMatchObject({ principal: actorOf(principalOf("one")), metadata: { k: "v" } });
    expect(after.length).toBeGreaterThan(0);
    for (const caller of after) expect(caller).toEqual(before);
  });

  it("of a subagent is that of its parent, with the ids of its own session and turn", async () => {
    const seen: Seen = [];
    await using host = await testHost({
      script: (request) => {
        if (isOfSubagent(request)) return script(request);
        return request.messages.length === 1 ? { toolCalls: [task("look")] } : { text: "done" };
      },
      service: { tools: [whoamiTool(seen)] },
    });
    const { session_id, turn_id } = await host.run("go", { metadata: { k: "v" } });
    const [child] = await childrenOf(host);
    expect(child?.last_turn).toMatchObject({ by: { id: "admin" }, metadata: { k: "v" } });
    expect(seen).toMatchObject([
      {
        caller: {
          principal: { kind: "user", id: "admin", name: "admin" },
          sessionId: child?.id,
          turnId: child?.last_turn?.id,
          metadata: { k: "v" },
        },
      },
    ]);
    expect([seen[0]?.caller?.sessionId, seen[0]?.caller?.turnId]).not.toEqual([session_id, turn_id]);
  });
});
