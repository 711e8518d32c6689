import { testCaller } from "../testing/index.ts";
import { describe, expect, it } from "vitest";
import { Redaction } from "../redaction/redact.ts";
import { finishOutput, prepareCall, runCall, toResultPart } from "./run-tool.ts";
import { builtInTools } from "./tools/index.ts";
import { AgentFiles } from "./agent-files.ts";

const tools = new Map(builtInTools.map((tool) => [tool.name, tool]));
const deny = [{ pattern: "secrets/*", action: "deny" as const }];
const rules = [{ read: deny, write: deny, edit: deny, grep: deny, glob: deny }];

function prepared(name: string, args: object, workingDirectory?: string) {
  const part = { type: "tool_call", call_id: "1", name, arguments: JSON.stringify(args) } as const;
  return prepareCall(part, tools, rules, workingDirectory);
}

describe("a rule about paths", () => {
  it.each([
    "secrets/key",
    "./secrets/key",
    "/workspace/secrets/key",
    "/workspace//secrets/./key",
    "secrets/../secrets/key",
    "src/../secrets/key",
    "/tmp/../workspace/secrets/key",
  ])("holds for %s", async (path) => {
    expect((await prepared("read", { path })).type).toBe("refused");
    expect((await prepared("write", { path, content: "" })).type).toBe("refused");
    expect((await prepared("edit", { path, old_text: "a", new_text: "b" })).type).toBe("refused");
    expect((await prepared("read", { path: "src/key" })).type).toBe("ready");
  });

  it("holds from every working directory, also from one that a call before has entered", async () => {
    expect((await prepared("read", { path: "key" }, "/workspace/secrets")).type).toBe("refused");
    const call = await prepared("read", { path: "key" });
    expect(call.type).toBe("ready");
    const sandbox = () => Promise.reject(new Error("No sandbox is asked for."));
    const outcome = await runCall(call, {
      files: new AgentFiles([], sandbox),
      sandbox,
      workingDirectory: "/workspace/secrets",
      env: {},
      caller: testCaller(),
      skills: [],
      signal: new AbortController().signal,
    });
    expect(outcome).toMatchObject({
      isError: true,
      output: expect.stringContaining("permissions") as string,
    });
  });

  it("holds for the folder of a search and for what its glob names", async () => {
    expect((await prepared("grep", { pattern: "x", path: "./secrets" })).type).toBe("refused");
    expect((await prepared("grep", { pattern: "x", glob: "secrets/**" })).type).toBe("refused");
    expect((await prepared("glob", { pattern: "*", path: "/workspace/secrets/deep" })).type).toBe("refused");
    expect((await prepared("glob", { pattern: "./secrets/*" })).type).toBe("refused");
    expect((await prepared("glob", { pattern: "/workspace/secrets/*" })).type).toBe("refused");
    expect((await prepared("grep", { pattern: "x", glob: "/workspace/secrets/*" })).type).toBe("refused");
    expect((await prepared("glob", { pattern: "src/*" })).type).toBe("ready");
  });
});

describe("a call's preparation", () => {
  it("refuses NUL in a path, and never throws", async () => {
    expect(await prepared("read", { path: "a\0b" })).toMatchObject({
      type: "refused",
      isMalformed: false,
      outcome: { isError: true, output: expect.stringContaining("NUL") as string },
    });
    const broken = new Map([["read", { ...builtInTools[4], subjects: () => JSON.parse("{") as never }]]);
    const part = { type: "tool_call", call_id: "1", name: "read", arguments: '{"path":"a"}' } as const;
    expect(await prepareCall(part, broken as never, rules)).toMatchObject({
      type: "refused",
      isMalformed: true,
    });
  });
});

describe("a finished output", () => {
  const redact = new Redaction().redactor({ KEY: "hunter2hunter2" });

  it("has no secret, neither one with an escape in it nor one on the border of what is cut", () => {
    expect(finishOutput({ output: "a hunter2\u001b[0mhunter2\0 b" }, redact).output).toBe("a [secret KEY] b");
    const long = finishOutput({ output: "hunter2hunter2 ".repeat(20_000) }, redact).output;
    expect(long).not.toContain("hunter2");
  });

  it("has no working directory that holds a secret", () => {
    expect(finishOutput({ output: "", workingDirectory: "/tmp/hunter2hunter2" }, redact)).toEqual({
      output: "",
      truncated: false,
    });
    expect(finishOutput({ output: "", workingDirectory: "/tmp" }, redact).workingDirectory).toBe("/tmp");
  });

  it("has the styles of its text only if the text is complete and has no secret", () => {
    const part = { type: "tool_call", call_id: "1", name: "bash", arguments: "{}" } as const;
    const styles = [{ at: 0, sgr: "31" }];
    const withStyles = (output: string) => toResultPart(part, finishOutput({ output, styles }, redact));
    expect(withStyles("red")).toMatchObject({ output: "red", styles });
    for (const output of ["x hunter2hunter2", "x".repeat(100_000), "x\0"])
      expect(withStyles(output)).not.toHaveProperty("styles");
    const numbers = new Redaction().redactor({ KEY: "12;34;56" });
    const outcome = { output: "red", styles: [{ at: 0, sgr: "12;34;56" }] };
    expect(finishOutput(outcome, numbers)).not.toHaveProperty("styles");
  });

  it("is cut once, and counts what the tool has left out", () => {
    const part = { type: "tool_call", call_id: "1", name: "bash", arguments: "{}" } as const;
    const finished = finishOutput({ output: "x".repeat(100_000), dropped: 1_000 }, redact);
    expect(finished.output).toContain(`[… ${101_000 - 51_200} characters left out …]`);
    expect(toResultPart(part, finished)).toMatchObject({ output: finished.output, truncated: true });
  });
});
