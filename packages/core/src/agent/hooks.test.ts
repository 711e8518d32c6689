import * as v from "valibot";
import { describe, expect, it } from "vitest";
import type { Logger } from "../ports/logger.ts";
import { silentLogger } from "../ports/logger.ts";
import { testHost } from "../test-host.test-support.ts";
import type { AgentHooks } from "./hooks.ts";
import { tool } from "./make-tool.ts";

const greet = tool({
  name: "greet",
  description: "Greets somebody and keeps the greeting.",
  parameters: v.strictObject({ who: v.pipe(v.string(), v.minLength(1)) }),
  isReadOnly: false,
  subjects: ({ who }) => ({ names: [who] }),
  async run({ who }, { files, logger, signal }) {
    signal.throwIfAborted();
    await files.write("/workspace/greeting.txt", new TextEncoder().encode(`Hello, ${who}`));
    logger?.info({ tool: "greet" }, "greeted");
    return { output: `Hello, ${who}` };
  },
});

const call = (args: object) => ({ toolCalls: [{ name: "greet", arguments: args }] });

function listLogger(lines: string[]): Logger {
  const keep = (_: object, message: string) => void lines.push(message);
  return { ...silentLogger, info: keep, error: keep };
}

async function greetWith(hooks: AgentHooks, args: object = { who: "Ada" }) {
  const logged: string[] = [];
  const service = { tools: [greet], hooks, logger: listLogger(logged) };
  await using host = await testHost({ script: [call(args), { text: "done" }], service });
  const result = await host.run("Greet Ada");
  const events = await host.events(result.session_id);
  const results = events.flatMap((event) =>
    event.type === "item.completed" ? event.item.content.filter((part) => part.type === "tool_result") : [],
  );
  return { result, logged, results };
}

describe("a host's own tool", () => {
  it("has checked arguments, the workspace's files and a logger", async () => {
    const { result, logged, results } = await greetWith({});
    expect([result.status, logged]).toEqual(["completed", ["greeted"]]);
    expect(results).toMatchObject([{ output: "Hello, Ada", is_error: false }]);
    expect((await greetWith({}, { who: "" })).results).toMatchObject([{ is_error: true }]);
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

describe("a host's hooks", () => {
  it("are called around the turn and its calls, in this order", async () => {
    const seen: string[] = [];
    const { result } = await greetWith({
      beforeTurn: async () => void seen.push("turn begins"),
      beforeTool: async ({ tool, args }) => {
        seen.push(`${tool} ${JSON.stringify(args)}`);
        return undefined;
      },
      afterTool: async ({ tool }, { output }) => void seen.push(`${tool}: ${output}`),
      afterTurn: async ({ outcome }) => void seen.push(`turn ${outcome}`),
    });
    expect(result.status).toBe("completed");
    expect(seen).toEqual(["turn begins", 'greet {"who":"Ada"}', "greet: Hello, Ada", "turn ended"]);
  });

  it("refuse a call with a reason that the model sees", async () => {
    const { result, results, logged } = await greetWith({
      beforeTool: async () => "Ada is not to be greeted.",
    });
    expect(result.status).toBe("completed");
    expect(results).toMatchObject([{ output: "Ada is not to be greeted.", is_error: true }]);
    expect(logged).toEqual([]);
  });

  it("that throw before a tool keep it from running, and are logged", async () => {
    const { result, results, logged } = await greetWith({
      beforeTool: () => Promise.reject(new Error("no")),
    });
    expect(result.status).toBe("completed");
    expect(results).toMatchObject([
      { output: expect.stringContaining("was not run") as string, is_error: true },
    ]);
    expect(logged).toEqual(["a hook of the host failed"]);
  });

  it("that throw at other points are logged, and change nothing", async () => {
    const fails = () => {
      throw new Error("no");
    };
    const { result, results, logged } = await greetWith({
      beforeTurn: fails,
      afterTool: fails,
      afterTurn: fails,
    });
    expect(result.status).toBe("completed");
    expect(results).toMatchObject([{ output: "Hello, Ada", is_error: false }]);
    expect(logged.filter((line) => line === "a hook of the host failed").length).toBeGreaterThanOrEqual(2);
  });
});
