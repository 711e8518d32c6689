import * as v from "valibot";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { memoryVolumes } from "../../memory/index.ts";
import type { Volume } from "../../ports/volume.ts";
import { scriptedSandboxes } from "../../testing/index.ts";
import { AgentFiles } from "../agent-files.ts";
import { KnownFiles } from "../known-files.ts";
import { prepareCall, runCall } from "../run-tool.ts";
import { secretForms } from "../redact.ts";
import { StreamRedactor } from "../stream-redactor.ts";
import { resultEvent } from "./tools.test-support.ts";
import type { ToolContext, ToolOutcome } from "../tool.ts";
import { terminalBashTool } from "./bash.ts";
import { builtInTools } from "./index.ts";

const tools = new Map(builtInTools.map((tool) => [tool.name, tool]));
const encode = (text: string) => new TextEncoder().encode(text);

let volume: Volume;
let shared: Volume;
let context: ToolContext;
let known: KnownFiles;
let commands: string[];
let answer: (command: string) => { stdout?: string; stderr?: string; exitCode?: number };

beforeEach(async () => {
  const volumes = memoryVolumes();
  volume = await volumes.workspace("ws_1");
  shared = await volumes.shared("default");
  commands = [];
  known = new KnownFiles();
  answer = () => ({});
  const mounts = [
    { target: "/workspace", volume, access: "write" as const },
    { target: "/mnt/afs", volume: shared, access: "read" as const },
  ];
  const sandboxes = scriptedSandboxes(({ command }) => {
    commands.push(command);
    return answer(command);
  });
  const sandbox = () =>
    sandboxes.open({
      workspaceId: "ws_1",
      mounts,
      image: null,
      cpus: 1,
      memoryMb: 512,
      diskMb: 100,
      network: "none",
    });
  context = {
    files: new AgentFiles(mounts, sandbox),
    sandbox,
    workingDirectory: "/workspace",
    env: {},
    sessionId: "ses_1",
    skills: [],
    signal: new AbortController().signal,
    known,
  };
});

async function call(name: string, args: object): Promise<ToolOutcome> {
  const part = { type: "tool_call", call_id: "1", name, arguments: JSON.stringify(args) } as const;
  const outcome = await runCall(prepareCall(part, tools, {}), context);
  known.apply(resultEvent(part, outcome));
  return outcome;
}

function hide(secrets: Readonly<Record<string, string>>): void {
  context = { ...context, streamRedactor: () => new StreamRedactor(secretForms(secrets)) };
}

async function textOf(path: string): Promise<string> {
  const { body } = await volume.read(path);
  return new Response(body).text();
}

describe("the read tool", () => {
  it("numbers the lines, and reads in parts", async () => {
    await volume.write("a.txt", encode("one\r\ntwo\nthree\n"));
    expect((await call("read", { path: "a.txt" })).output).toBe("1\tone\n2\ttwo\n3\tthree");
    expect(await call("read", { path: "/workspace/a.txt", offset: 2, limit: 1 })).toMatchObject({
      output: "2\ttwo\n[lines 2 to 2 of 3; go on with offset 3]",
      truncated: true,
    });
  });

  it("shows at most 2,000 lines and 50 KiB, and cuts long lines", async () => {
    await volume.write("many.txt", encode("x\n".repeat(3_000)));
    expect((await call("read", { path: "many.txt" })).output).toContain(
      "[lines 1 to 2000 of 3000; go on with offset 2001]",
    );
    await volume.write("wide.txt", encode(`${"y".repeat(5_000)}\nend`));
    const wide = (await call("read", { path: "wide.txt" })).output;
    expect(wide).toContain("line cut");
    expect(wide.length).toBeLessThan(2_200);
  });

  it.each([
    ["what is not there", "none.txt", "no such file"],
    ["a directory", ".", "a directory"],
    ["a binary file", "bin", "binary"],
    ["a place behind the end", "a.txt", "beyond its end"],
  ])("says so for %s", async (_, path, message) => {
    await volume.write("bin", new Uint8Array([1, 0, 2]));
    await volume.write("a.txt", encode("one\n"));
    const outcome = await call("read", { path, ...(message.includes("beyond") && { offset: 9 }) });
    expect(outcome).toMatchObject({ isError: true, output: expect.stringContaining(message) as string });
  });

  it("reads a line of 16 MiB of them at once, and no larger file", async () => {
    await volume.write("lines", new Uint8Array(16_777_216).fill(10));
    const started = performance.now();
    expect((await call("read", { path: "lines", limit: 1 })).output).toContain("[lines 1 to 1 of 16777216;");
    expect(performance.now() - started).toBeLessThan(10_000);
    await volume.write("large", new Uint8Array(16_777_217).fill(10));
    expect(await call("read", { path: "large", limit: 1 })).toMatchObject({
      isError: true,
      output: expect.stringContaining("larger than 16777216 bytes") as string,
    });
  });

  it("looks at a file's size in the sandbox before it reads, and hands the signal on", async () => {
    const sandbox = await context.sandbox();
    const signals: (AbortSignal | undefined)[] = [];
    let size = 214_748_364_800;
    const files = new AgentFiles([], async () => ({
      ...sandbox,
      stat: async () => ({ type: "file", size }),
      readFile: async ({ abortSignal }) => {
        signals.push(abortSignal);
        return new Response("text").body;
      },
    }));
    context = { ...context, files };
    expect((await call("read", { path: "/tmp/sparse" })).output).toContain("larger than");
    expect(signals).toEqual([]);
    size = 4;
    expect((await call("read", { path: "/tmp/small" })).output).toBe("1\ttext");
    expect(signals).toEqual([context.signal]);
  });

  it("needs no sandbox under a mount", async () => {
    await shared.write("note.md", encode("shared"));
    expect((await call("read", { path: "/mnt/afs/note.md" })).output).toBe("1\tshared");
    expect(commands).toEqual([]);
  });

  it("takes a path that only looks like a mount for another place", async () => {
    expect((await call("read", { path: "/workspace-evil/a" })).isError).toBe(true);
    expect((await call("read", { path: "/workspace/../etc/passwd" })).output).toContain(
      "/etc/passwd: no such file",
    );
  });
});

describe("the write tool", () => {
  it("makes folders and replaces the whole file", async () => {
    expect((await call("write", { path: "src/new.ts", content: "let a;\n" })).output).toContain(
      "Wrote 7 bytes to /workspace/src/new.ts",
    );
    await call("write", { path: "src/new.ts", content: "é" });
    expect(await textOf("src/new.ts")).toBe("é");
  });

  it("is refused on a read-only mount", async () => {
    expect(await call("write", { path: "/mnt/afs/x", content: "no" })).toMatchObject({
      isError: true,
      output: expect.stringContaining("read-only") as string,
    });
    expect(await shared.stat("x")).toBeNull();
  });
});

describe("the edit tool", () => {
  it("changes the file and says where", async () => {
    await volume.write("a.ts", encode("one\ntwo\nthree\n"));
    expect((await call("edit", { path: "a.ts", old_text: "two", new_text: "2" })).output).toContain(
      "(line 2)",
    );
    expect(await textOf("a.ts")).toBe("one\n2\nthree\n");
  });

  it("leaves the file alone when the text is not there, not once there, or the file is no text", async () => {
    await volume.write("a.ts", encode("x x\n"));
    await volume.write("latin1", new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a]));
    for (const args of [
      { path: "a.ts", old_text: "y" },
      { path: "a.ts", old_text: "x" },
      { path: "latin1", old_text: "caf" },
      { path: "none", old_text: "a" },
    ]) {
      expect((await call("edit", { ...args, new_text: "z" })).isError).toBe(true);
    }
    expect(await textOf("a.ts")).toBe("x x\n");
    expect(await volume.stat("none")).toBeNull();
  });
});

describe("the glob and grep tools", () => {
  it("hand their arguments to ripgrep as single words, whatever they hold", async () => {
    answer = () => ({ exitCode: 1 });
    await call("grep", { pattern: "it's $(rm -rf /) `x`", path: "a b", glob: "*.ts" });
    expect(commands[0]).toContain(
      `cd -- '/workspace/a b' && rg '--json' '--hidden' '-g' '!.git' '-g' '*.ts' '-e' 'it'\\''s $(rm -rf /) \`x\`' .`,
    );
  });

  it("show matches as path, line and text", async () => {
    const match = {
      type: "match",
      data: { path: { text: "/workspace/a.ts" }, lines: { text: "let a;\n" }, line_number: 3 },
    };
    answer = () => ({ stdout: `${JSON.stringify({ type: "begin" })}\n${JSON.stringify(match)}\n` });
    expect((await call("grep", { pattern: "a" })).output).toBe("/workspace/a.ts:3:let a;");
  });

  it("list files newest first, at most a hundred", async () => {
    const names = Array.from({ length: 120 }, (_, index) => `f${index}.txt`);
    for (const name of names) await volume.write(name, encode("x"));
    answer = () => ({ stdout: names.map((name) => `./${name}\0`).join("") });
    const { output, truncated } = await call("glob", { pattern: "*.txt" });
    expect(output.split("\n")).toHaveLength(101);
    expect(output).toContain("[20 more]");
    expect(truncated).toBe(true);
  });

  it("search a folder from inside, and give absolute paths", async () => {
    answer = () => ({ stdout: "./src/a.ts\0src/b.ts\0" });
    const { output } = await call("glob", { pattern: "src/*.ts", path: "/workspace/app" });
    expect(output).toBe("/workspace/app/src/a.ts\n/workspace/app/src/b.ts");
    expect(commands[0]).toContain("cd -- '/workspace/app' && rg");
    await call("glob", { pattern: "/workspace/app/src/*.ts", path: "app" });
    expect(commands[1]).toContain("'-g' 'src/*.ts'");
  });

  it("say that there is nothing to search", async () => {
    answer = () => ({ exitCode: 90 });
    expect((await call("glob", { pattern: "*", path: "none" })).output).toBe(
      "/workspace/none: no such folder.",
    );
    expect((await call("grep", { pattern: "a", path: "none" })).output).toContain("no such file or folder");
  });

  it("show lines that are not UTF-8", async () => {
    const data = { path: { text: "./a" }, lines: { bytes: btoa("caf\xe9\n") }, line_number: 1 };
    answer = () => ({ stdout: `${JSON.stringify({ type: "match", data })}\n` });
    expect((await call("grep", { pattern: "caf" })).output).toBe("/workspace/a:1:caf\ufffd");
  });

  const matchRecord = (text: string, starts: readonly number[], line = 1) =>
    `${JSON.stringify({
      type: "match",
      data: {
        path: { text: "./a" },
        lines: { text },
        line_number: line,
        absolute_offset: 0,
        submatches: starts.map((start) => ({ match: { text: "total" }, start, end: start + 5 })),
      },
    })}\n`;

  it("show a long line around its first match, however many there are in it", async () => {
    const line = `é${"let x=0;".repeat(300_000)}let total=0;${"let total=0;".repeat(200_000)}\n`;
    const start = new TextEncoder().encode(line.slice(0, line.indexOf("total"))).length;
    const starts = Array.from({ length: 100_000 }, (_, index) => start + 12 * index);
    answer = () => ({ stdout: matchRecord(line, starts) + matchRecord("a total\n", [2], 2) });
    const { output } = await call("grep", { pattern: "total" });
    expect(output).toMatch(/^\/workspace\/a:1:\[… line cut …\] .*let total=0;.*\[… line cut …\]\n/);
    expect(output).toContain("\n/workspace/a:2:a total");
    expect(output.length).toBeLessThan(700);
  });

  it("count the matches that are not shown, and tell a search that was stopped for its output", async () => {
    const records = (count: number) => matchRecord(`total ${"x".repeat(4_000)}\n`, [0]).repeat(count);
    answer = () => ({ stdout: records(1_234) });
    expect((await call("grep", { pattern: "total" })).output).toContain("\n[1034 more matches]");
    answer = () => ({ stdout: records(20_000) });
    const { output, truncated } = await call("grep", { pattern: "total" });
    expect(output).toMatch(/\n\[at least \d+ more matches\]\n\[the search was stopped after 64 MiB/);
    expect(truncated).toBe(true);
  });

  it("show no part of a secret where a line is cut", async () => {
    const secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
    hide({ AWS: secret });
    for (const at of [460, 480, 490, 498]) {
      const line = `${"total ".repeat(200).slice(0, at)}${secret}${"-".repeat(600)}\n`;
      answer = () => ({ stdout: matchRecord(line, [0]) });
      expect((await call("grep", { pattern: "total" })).output).not.toContain(secret.slice(0, 2));
    }
    for (const at of [1_960, 1_970, 1_995]) {
      await volume.write("long", encode(`${"x".repeat(at)}${secret}\n`));
      expect((await call("read", { path: "long" })).output).not.toContain(secret.slice(0, 2));
    }
  });

  it("show none of a secret's lines, and keep the numbers of the others", async () => {
    const lines = ["first line of the secret", "second line of the secret"];
    hide({ KEY: `${lines.join("\n")}\n` });
    await volume.write("key", encode(`a\n${lines.join("\n")}\nb\n`));
    expect((await call("read", { path: "key" })).output).toBe("1\ta\n2\t[secret KEY]\n3\t\n4\tb");
    expect((await call("read", { path: "key", offset: 3, limit: 1 })).output).toContain("3\t[secret KEY]\n");
  });

  it("say that a search which was killed for its time is incomplete", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    try {
      for (const name of ["glob", "grep"])
        expect(await call(name, { pattern: "a" })).toMatchObject({
          isError: true,
          output: expect.stringContaining("stopped after 60 s") as string,
        });
    } finally {
      timeout.mockRestore();
    }
  });

  it("say when ripgrep is not there, and when it refuses the pattern", async () => {
    answer = () => ({ exitCode: 127 });
    expect((await call("glob", { pattern: "*" })).output).toContain("not installed");
    answer = () => ({ exitCode: 2, stderr: "regex parse error" });
    expect((await call("grep", { pattern: "(" })).output).toContain("regex parse error");
  });
});

describe("the bash tool", () => {
  it("gives output and exit code, and where nothing was said that too", async () => {
    answer = () => ({ stdout: "out\n", stderr: "err\n", exitCode: 3 });
    expect(await call("bash", { command: "x" })).toMatchObject({
      output: "out\nerr\n[exit code 3]",
      isError: true,
    });
    answer = () => ({});
    expect(await call("bash", { command: "true" })).toMatchObject({ output: "[no output]", isError: false });
  });

  it("tells which connections were refused, and of many the first and how many more", async () => {
    const refusal = (host: string) => ({ host, port: 443, reason: "not in the workspace's list of hosts" });
    let waiting = ["a.test", "b.test"].map(refusal);
    const opened = await context.sandbox();
    const sandbox = { ...opened, takeRefusals: () => waiting.splice(0) };
    context = { ...context, sandbox: async () => sandbox };
    answer = () => ({ stdout: "out\n" });
    expect(await call("bash", { command: "x" })).toMatchObject({
      output: [
        "out",
        "[network: a.test port 443 refused: not in the workspace's list of hosts]",
        "[network: b.test port 443 refused: not in the workspace's list of hosts]",
      ].join("\n"),
      isError: false,
    });
    expect((await call("bash", { command: "x" })).output).toBe("out");
    waiting = Array.from({ length: 50 }, (_, index) => refusal(`h${index}.test`));
    const { output } = await call("bash", { command: "x" });
    expect(output.split("\n")).toHaveLength(7);
    expect(output).toMatch(/\n\[network: 45 more refused\]$/);
  });

  it("asks for a terminal where there is one, and has no such argument elsewhere", async () => {
    expect((await call("bash", { command: "x", pty: true })).output).toContain("pty");
    expect(commands).toEqual([]);
    expect(v.is(terminalBashTool.parameters, { command: "x", pty: true })).toBe(true);
    const asked: unknown[] = [];
    const sandboxes = scriptedSandboxes((options) => {
      asked.push(options.pty);
      return { stdout: "\u001b[1mbold\u001b[0m\n" };
    });
    const sandbox = () =>
      sandboxes.open({
        workspaceId: "ws_1",
        mounts: [],
        image: null,
        cpus: 1,
        memoryMb: 512,
        diskMb: 100,
        network: "none",
      });
    for (const pty of [true, false])
      expect((await terminalBashTool.run({ command: "x", pty }, { ...context, sandbox })).output).toBe(
        "bold",
      );
    expect(asked).toEqual([{ columns: 120, rows: 40 }, undefined]);
  });

  it("refuses a time-out beyond its bounds", async () => {
    expect((await call("bash", { command: "x", timeout_seconds: 601 })).output).toContain("timeout_seconds");
    expect(commands).toEqual([]);
  });
});
