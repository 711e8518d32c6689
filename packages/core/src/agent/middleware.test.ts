import * as v from "valibot";
import { describe, expect, it } from "vitest";
import type { Logger } from "../ports/logger.ts";
import { silentLogger } from "../ports/logger.ts";
import type { ConfigOverlay } from "../domain/workspaces/config.ts";
import { admin, ended, outputs, resultsIn, testHost } from "../test-host.test-support.ts";
import { scriptedModels } from "../testing/index.ts";
import type { Model, ModelPart } from "../ports/model.ts";
import { answer, pending } from "./requests/approvals.test-support.ts";
import type { Middleware } from "./middleware.ts";
import { tool, type ToolDefinition } from "./make-tool.ts";
import { failure } from "./tool.ts";

const parameters = v.strictObject({ who: v.pipe(v.string(), v.minLength(1)) });
const definition: ToolDefinition<typeof parameters> = {
  name: "greet",
  description: "Greets somebody and keeps the greeting.",
  parameters,
  isReadOnly: false,
  subjects: ({ who }) => ({ names: [who] }),
  async run({ who }, { files, logger, signal }) {
    signal.throwIfAborted();
    await files.write("/workspace/greeting.txt", new TextEncoder().encode(`Hello, ${who}`));
    logger?.info({ tool: "greet" }, "greeted");
    return { output: `Hello, ${who}`, styles: [{ at: 7, sgr: "1" }] };
  },
};
const greet = tool(definition);

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const call = (args: object) => ({ toolCalls: [{ name: "greet", arguments: args }] });

function listLogger(lines: string[]): Logger {
  const keep = (_: object, message: string) => void lines.push(message);
  return { ...silentLogger, info: keep, error: keep };
}

async function greetWith(
  middleware: readonly Middleware[],
  args: object = { who: "Ada" },
  config: ConfigOverlay = {},
) {
  const logged: string[] = [];
  const service = { tools: [greet], middleware, logger: listLogger(logged) };
  await using host = await testHost({ script: [call(args), { text: "done" }], config, service });
  const result = await host.run("Greet Ada");
  return { result, logged, results: resultsIn(await host.events(result.session_id)) };
}

describe("a host's own tool", () => {
  it("has checked arguments, the workspace's files and a logger", async () => {
    const { result, logged, results } = await greetWith([]);
    expect([result.status, logged]).toEqual(["completed", ["greeted"]]);
    expect(results).toMatchObject([{ output: "Hello, Ada", is_error: false }]);
    expect((await greetWith([], { who: "" })).results).toMatchObject([{ is_error: true }]);
  });

  it.each([
    ["mcp__files__read", "MCP"],
    ["two words", "not valid"],
    ["greet", "Two tools"],
  ])("is not named %s", async (name, why) => {
    const service = { tools: [greet, { ...greet, name }] };
    await expect(testHost({ script: [], service })).rejects.toThrow(why);
  });
});

const FAILED = "middleware of the host failed";
const fails = () => {
  throw new Error("no");
};

describe("middleware", () => {
  it("runs around the turn and its calls, the first as the outermost", async () => {
    const seen: string[] = [];
    const layer = (name: string): Middleware => ({
      beforeTurn: async () => void seen.push(`${name}: turn begins`),
      async wrapTool({ tool, args }, next) {
        seen.push(`${name}: ${tool} ${JSON.stringify(args)}`);
        const { output, ...rest } = await next();
        seen.push(`${name}: ${output}`);
        return { ...rest, output: `${name}(${output})` };
      },
      afterTurn: async ({ outcome }) => void seen.push(`${name}: turn ${outcome}`),
    });
    const { result, results } = await greetWith([layer("a"), layer("b")]);
    expect(result.status).toBe("completed");
    expect(seen).toEqual([
      "a: turn begins",
      "b: turn begins",
      'a: greet {"who":"Ada"}',
      'b: greet {"who":"Ada"}',
      "b: Hello, Ada",
      "a: b(Hello, Ada)",
      "b: turn ended",
      "a: turn ended",
    ]);
    expect(results).toMatchObject([{ output: "a(b(Hello, Ada))", is_error: false }]);
  });

  it("gives a result without running the tool", async () => {
    const { results, logged } = await greetWith([
      { wrapTool: async () => failure("Ada is not to be greeted.") },
      { wrapTool: fails },
    ]);
    expect(results).toMatchObject([{ output: "Ada is not to be greeted.", is_error: true }]);
    expect(logged).toEqual([]);
  });

  it("leaves the styles of an output that it does not change, and only those", async () => {
    const same = await greetWith([{ wrapTool: async (_, next) => ({ ...(await next()) }) }]);
    expect(same.results).toMatchObject([{ styles: [{ at: 7, sgr: "1" }] }]);
    const adding: Middleware = {
      wrapTool: async (_, next) => {
        const outcome = await next();
        return { ...outcome, output: `Note: ${outcome.output}` };
      },
    };
    const changed = await greetWith([adding]);
    expect(changed.results).toMatchObject([{ output: "Note: Hello, Ada" }]);
    expect(changed.results[0]).not.toHaveProperty("styles");
  });

  it("changes arguments, which the tool's parameters check again", async () => {
    const passing = (args: unknown): Middleware => ({ wrapTool: (_, next) => next(args) });
    expect((await greetWith([passing({ who: "Bob" })])).results).toMatchObject([{ output: "Hello, Bob" }]);
    const { results } = await greetWith([passing({ who: 7 })]);
    expect(results).toMatchObject([
      { output: expect.stringContaining("do not fit") as string, is_error: true },
    ]);
  });

  it("changes nothing by writing to the arguments that it was given, unless it passes them on", async () => {
    const rename = ({ args }: { readonly args: unknown }) => Object.assign(args as object, { who: "Bob" });
    const silent: Middleware = {
      wrapTool(call, next) {
        rename(call);
        return next({ who: "Ada" });
      },
    };
    expect((await greetWith([silent])).results).toMatchObject([{ output: "Hello, Ada" }]);
    const denied = { permissions: { greet: [{ pattern: "Bob", action: "deny" as const }] } };
    const open: Middleware = {
      wrapTool(call, next) {
        rename(call);
        return next();
      },
    };
    expect((await greetWith([open])).results).toMatchObject([{ output: "Hello, Bob" }]);
    expect((await greetWith([open], { who: "Ada" }, denied)).results).toMatchObject([
      { output: expect.stringContaining("permissions do not allow") as string, is_error: true },
    ]);
  });

  it("has changed arguments judged by the permissions, and no person's approval of others counts for them", async () => {
    const toBob: Middleware = { wrapTool: (_, next) => next({ who: "Bob" }) };
    const rules = (action: "deny" | "ask") => ({ permissions: { greet: [{ pattern: "Bob", action }] } });
    for (const [action, why] of [
      ["deny", "permissions do not allow"],
      ["ask", "needs a person's approval"],
    ] as const) {
      const { results } = await greetWith([toBob], { who: "Ada" }, rules(action));
      expect(results).toMatchObject([{ output: expect.stringContaining(why) as string, is_error: true }]);
    }
    const service = { tools: [greet], middleware: [toBob] };
    const script = [call({ who: "Ada" }), { text: "done" }];
    await using host = await testHost({ script, config: { permissions: { greet: "ask" } }, service });
    const { session_id, turn_id } = await host.send("Greet Ada");
    await answer(host, session_id, (await pending(host, session_id))[0], { decision: "allow" });
    await ended(host, session_id, turn_id);
    expect(outputs(await host.events(session_id))).toEqual([
      expect.stringContaining("needs a person's approval"),
    ]);
  });

  it("that throws before a tool keeps it from running, and is logged", async () => {
    const { result, results, logged } = await greetWith([
      { wrapTool: () => Promise.reject(new Error("no")) },
    ]);
    expect(result.status).toBe("completed");
    expect(results).toMatchObject([
      { output: expect.stringContaining("was not run") as string, is_error: true },
    ]);
    expect(logged).toContain(FAILED);
  });

  it("that throws at other points is logged, and changes nothing", async () => {
    const { result, results, logged } = await greetWith([
      {
        beforeTurn: fails,
        async wrapTool(_, next) {
          await next();
          return fails();
        },
        afterTurn: fails,
      },
    ]);
    expect(result.status).toBe("completed");
    expect(results).toMatchObject([{ output: "Hello, Ada", is_error: false }]);
    expect(logged.filter((line) => line === FAILED).length).toBeGreaterThanOrEqual(2);
  });

  it("sees what a tool throws, may try again, and is not blamed for it", async () => {
    let attempts = 0;
    const flaky = tool({
      ...definition,
      async run() {
        attempts += 1;
        if (attempts % 2 === 1) throw new Error("flaky");
        return { output: `attempt ${attempts}` };
      },
    });
    const run = async (middleware: readonly Middleware[]) => {
      const logged: string[] = [];
      const service = { tools: [flaky], middleware, logger: listLogger(logged) };
      await using host = await testHost({ script: [call({ who: "Ada" }), { text: "done" }], service });
      const { session_id } = await host.run("go");
      return { outputs: outputs(await host.events(session_id)), logged };
    };
    const again = await run([{ wrapTool: (_, next) => next().catch(() => next()) }]);
    expect(again).toEqual({ outputs: ["attempt 2"], logged: [] });
    const through = await run([{ wrapTool: (_, next) => next() }]);
    expect(through).toEqual({ outputs: [expect.stringContaining("failed")], logged: ["a tool failed"] });
  });

  it("that returns no result is logged, and the tool's result stays", async () => {
    const logged: string[] = [];
    const forgets = async (_: unknown, next: () => Promise<unknown>) => {
      await next();
    };
    const middleware = [{ wrapTool: forgets as unknown as NonNullable<Middleware["wrapTool"]> }];
    const service = { tools: [greet], middleware, logger: listLogger(logged) };
    await using host = await testHost({ script: [call({ who: "Ada" }), { text: "done" }], service });
    const { session_id } = await host.run("go");
    expect(outputs(await host.events(session_id))).toEqual(["Hello, Ada"]);
    expect(logged).toContain(FAILED);
  });

  it("that runs a tool twice has its live output in one order", async () => {
    let runs = 0;
    const says = tool({
      ...definition,
      async *run() {
        yield `run ${++runs}\n`;
      },
    });
    const middleware: Middleware[] = [{ wrapTool: async (_, next) => (await next(), next()) }];
    const service = { tools: [says], middleware };
    await using host = await testHost({ script: [call({ who: "Ada" }), { text: "done" }], service });
    const turn = await host.send("go");
    let shown = "";
    for await (const batch of await host.service.chat.stream(admin, host.workspaceId, turn))
      for (const event of batch)
        if (event.type === "item.delta" && event.kind === "tool_output") {
          expect(event.offset).toBe(shown.length);
          shown += event.text;
        }
    expect(shown).toBe("run 1\nrun 2\n");
  });

  it("leaves the members of a model that is a class", async () => {
    const inner = scriptedModels(() => ({ text: "seen" }));
    class SeeingModel implements Model {
      get reference() {
        return inner.default;
      }
      get sees_images() {
        return true;
      }
      stream(...given: Parameters<Model["stream"]>) {
        const model = inner.resolve(inner.default, { tenant: "default" });
        if (model === null) throw new Error("There is no model.");
        return model.stream(...given);
      }
    }
    const models = { default: inner.default, resolve: () => new SeeingModel() };
    const middleware: Middleware[] = [{ wrapModel: (_, next) => next() }];
    await using host = await testHost({ script: [], service: { models, middleware } });
    const image = { media_type: "image/png", data: PNG } as const;
    const { status } = await host.run("Look.", { images: [image] });
    expect(status).toBe("completed");
    const parts = inner.requests.at(-1)?.messages.flatMap((message) => message.parts) ?? [];
    expect(parts.map(({ type }) => type)).toContain("image");
  });

  it("sees and changes requests to models and their answers, or answers itself", async () => {
    const seen: string[] = [];
    const layer = (name: string): Middleware => ({
      async *wrapModel(request, next) {
        seen.push(`${name} ${request.model} ${request.system.slice(-1)}`);
        for await (const part of next({ ...request, system: `${request.system}${name}` }))
          yield part.type === "text-delta" ? { ...part, text: `${part.text}${name}` } : part;
      },
    });
    await using host = await testHost({
      script: [{ text: "said " }],
      service: { middleware: [layer("a"), layer("b")] },
    });
    expect((await host.run("go")).final_message).toBe("said ba");
    expect(host.models.requests[0]?.system).toMatch(/ab$/);
    expect(seen.map((line) => line.slice(0, 17))).toEqual(["a scripted/model ", "b scripted/model "]);
    expect(seen[1]).toMatch(/ a$/);

    const usage = { input_tokens: 1, output_tokens: 1, cache_read_tokens: 0, cache_write_tokens: 0 };
    async function* cached(): AsyncGenerator<ModelPart> {
      yield { type: "text-delta", block: "0", text: "from the cache" };
      yield { type: "finish", reason: "stop", usage };
    }
    await using silent = await testHost({ script: [], service: { middleware: [{ wrapModel: cached }] } });
    expect(await silent.run("go")).toMatchObject({ final_message: "from the cache", status: "completed" });
    expect(silent.models.requests).toEqual([]);
  });

  it("that throws around a model fails the request, and the turn", async () => {
    const logged: string[] = [];
    const service = { middleware: [{ wrapModel: fails }], logger: listLogger(logged) };
    await using host = await testHost({ script: [{ text: "never" }], service });
    expect(await host.run("go")).toMatchObject({ status: "failed", reason: "model_error" });
    expect(logged).toContain("a model adapter failed");
  });
});
