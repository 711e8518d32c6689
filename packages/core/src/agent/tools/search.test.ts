import { describe, expect, it, vi } from "vitest";
import { at, call, encode, hide, place } from "./tool-calls.test-support.ts";

place();

describe("the glob and grep tools", () => {
  it("hand their arguments to ripgrep as single words, whatever they hold", async () => {
    at.answer = () => ({ exitCode: 1 });
    await call("grep", { pattern: "it's $(rm -rf /) `x`", path: "a b", glob: "*.ts" });
    expect(at.commands[0]).toContain(
      `cd -- '/workspace/a b' && rg '--json' '--hidden' '-g' '!.git' '-g' '*.ts' '-e' 'it'\\''s $(rm -rf /) \`x\`' .`,
    );
  });

  it("show matches as path, line and text", async () => {
    const match = {
      type: "match",
      data: { path: { text: "/workspace/a.ts" }, lines: { text: "let a;\n" }, line_number: 3 },
    };
    at.answer = () => ({ stdout: `${JSON.stringify({ type: "begin" })}\n${JSON.stringify(match)}\n` });
    expect((await call("grep", { pattern: "a" })).output).toBe("/workspace/a.ts:3:let a;");
  });

  it("list files newest first, at most a hundred", async () => {
    const names = Array.from({ length: 120 }, (_, index) => `f${index}.txt`);
    for (const name of names) await at.volume.write(name, encode("x"));
    at.answer = () => ({ stdout: names.map((name) => `./${name}\0`).join("") });
    const { output, truncated } = await call("glob", { pattern: "*.txt" });
    expect(output.split("\n")).toHaveLength(101);
    expect(output).toContain("[20 more]");
    expect(truncated).toBe(true);
  });

  it("search a folder from inside, and give absolute paths", async () => {
    at.answer = () => ({ stdout: "./src/a.ts\0src/b.ts\0" });
    const { output } = await call("glob", { pattern: "src/*.ts", path: "/workspace/app" });
    expect(output).toBe("/workspace/app/src/a.ts\n/workspace/app/src/b.ts");
    expect(at.commands[0]).toContain("cd -- '/workspace/app' && rg");
  });

  it("take a pattern with the folder, or `./`, in front for one that is anchored there", async () => {
    const patterns = [
      ["/workspace/app/src/*.ts", "/src/*.ts"],
      ["/workspace/app/*.ts", "/*.ts"],
      ["./*.ts", "/*.ts"],
      ["./**/*.ts", "/**/*.ts"],
      ["src/*.ts", "src/*.ts"],
      ["*.ts", "*.ts"],
    ] as const;
    for (const [given, glob] of patterns) {
      await call("glob", { pattern: given, path: "app" });
      await call("grep", { pattern: "x", glob: given, path: "app" });
      for (const command of at.commands.splice(0)) expect(command).toContain(`'-g' '${glob}'`);
    }
  });

  it("say that there is nothing to search", async () => {
    at.answer = () => ({ exitCode: 90 });
    for (const name of ["glob", "grep"])
      expect((await call(name, { pattern: "a", path: "none" })).output).toBe(
        "/workspace/none: no such file or folder.",
      );
  });

  it("show lines that are not UTF-8", async () => {
    const data = { path: { text: "./a" }, lines: { bytes: btoa("caf\xe9\n") }, line_number: 1 };
    at.answer = () => ({ stdout: `${JSON.stringify({ type: "match", data })}\n` });
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
    at.answer = () => ({ stdout: matchRecord(line, starts) + matchRecord("a total\n", [2], 2) });
    const { output } = await call("grep", { pattern: "total" });
    expect(output).toMatch(/^\/workspace\/a:1:\[… line cut …\] .*let total=0;.*\[… line cut …\]\n/);
    expect(output).toContain("\n/workspace/a:2:a total");
    expect(output.length).toBeLessThan(700);
  });

  it("count the matches that are not shown, and tell a search that was stopped for its output", async () => {
    const records = (count: number) => matchRecord(`total ${"x".repeat(4_000)}\n`, [0]).repeat(count);
    at.answer = () => ({ stdout: records(1_234) });
    expect((await call("grep", { pattern: "total" })).output).toContain("\n[1034 more matches]");
    at.answer = () => ({ stdout: records(20_000) });
    const { output, truncated } = await call("grep", { pattern: "total" });
    expect(output).toMatch(/\n\[at least \d+ more matches\]\n\[the search was stopped after 64 MiB/);
    expect(truncated).toBe(true);
  });

  it("show no part of a secret where a line is cut", async () => {
    const secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
    hide({ AWS: secret });
    for (const column of [460, 480, 490, 498]) {
      const line = `${"total ".repeat(200).slice(0, column)}${secret}${"-".repeat(600)}\n`;
      at.answer = () => ({ stdout: matchRecord(line, [0]) });
      expect((await call("grep", { pattern: "total" })).output).not.toContain(secret.slice(0, 2));
    }
    for (const column of [1_960, 1_970, 1_995]) {
      await at.volume.write("long", encode(`${"x".repeat(column)}${secret}\n`));
      expect((await call("read", { path: "long" })).output).not.toContain(secret.slice(0, 2));
    }
  });

  it("show none of a secret's lines, and keep the numbers of the others", async () => {
    const lines = ["first line of the secret", "second line of the secret"];
    hide({ KEY: `${lines.join("\n")}\n` });
    await at.volume.write("key", encode(`a\n${lines.join("\n")}\nb\n`));
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
    at.answer = () => ({ exitCode: 127 });
    expect((await call("glob", { pattern: "*" })).output).toContain("not installed");
    at.answer = () => ({ exitCode: 2, stderr: "regex parse error" });
    expect((await call("grep", { pattern: "(" })).output).toContain("regex parse error");
  });
});
