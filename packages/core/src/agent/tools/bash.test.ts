import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Sandbox } from "../../ports/sandbox.ts";
import { sandboxLost } from "../../ports/sandbox-loss.ts";
import { SPEC } from "../../ports/sandbox-spec.test-support.ts";
import { scriptedSandboxes } from "../../testing/index.ts";
import { terminalBashTool } from "./bash.ts";
import { at, call, encode, place } from "./tool-calls.test-support.ts";

place();

describe("the bash tool", () => {
  it("gives output and exit code, and where nothing was said that too", async () => {
    at.answer = () => ({ stdout: "out\n", stderr: "err\n", exitCode: 3 });
    expect(await call("bash", { command: "x" })).toMatchObject({
      output: "out\nerr\n[exit code 3]",
      isError: true,
    });
    at.answer = () => ({});
    expect(await call("bash", { command: "true" })).toMatchObject({ output: "[no output]", isError: false });
  });

  it("tells which connections were refused, and of many the first and how many more", async () => {
    const refusal = (host: string) => ({ host, port: 443, reason: "not in the workspace's list of hosts" });
    let waiting = ["a.test", "b.test"].map(refusal);
    const opened = await at.context.sandbox();
    const sandbox = { ...opened, takeRefusals: () => waiting.splice(0) };
    at.context = { ...at.context, sandbox: async () => sandbox };
    at.answer = () => ({ stdout: "out\n" });
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

  it("has an argument for a terminal only if the sandbox supports it", async () => {
    expect((await call("bash", { command: "x", pty: true })).output).toContain("pty");
    expect(at.commands).toEqual([]);
    expect(await terminalBashTool.check({ command: "x", pty: true })).toHaveProperty("args");
    const asked: unknown[] = [];
    const sandboxes = scriptedSandboxes((options) => {
      asked.push(options.pty);
      return { stdout: "\u001b[1mbold\u001b[0m\n" };
    });
    const sandbox = () => sandboxes.open(SPEC);
    for (const pty of [true, false])
      expect((await terminalBashTool.run({ command: "x", pty }, { ...at.context, sandbox })).output).toBe(
        "bold",
      );
    expect(asked).toEqual([{ columns: 120, rows: 40 }, undefined]);
  });

  it("keeps the styles of its output beside it, without those after its end", async () => {
    at.answer = () => ({ stdout: "\u001b[31mred\u001b[0m\n\u001b[1mbold\n\u001b[m", exitCode: 1 });
    expect(await call("bash", { command: "x" })).toMatchObject({
      output: "red\nbold\n[exit code 1]",
      styles: [
        { at: 0, sgr: "31" },
        { at: 3, sgr: "0" },
        { at: 4, sgr: "1" },
        { at: 8, sgr: "0" },
      ],
    });
    at.answer = () => ({ stdout: "plain\u001b[m\n\u001b[m" });
    expect(await call("bash", { command: "x" })).not.toHaveProperty("styles");
    at.answer = () => ({ stdout: "\u001b[m" });
    expect(await call("bash", { command: "x" })).not.toHaveProperty("styles");
  });

  it("shows its output while it runs, without the report of the directory", async () => {
    const shown: string[] = [];
    at.context = { ...at.context, show: (text) => void shown.push(text) };
    at.answer = (command) => {
      const [marker = ""] = /\[[0-9a-f-]{36}\]/.exec(command) ?? [];
      return { stdout: `out\n${marker}/workspace/a${marker}\n`, stderr: "err\n" };
    };
    expect(await call("bash", { command: "x" })).toMatchObject({ workingDirectory: "/workspace/a" });
    expect(shown.filter((text) => text !== "")).toEqual(["out\n", "err\n"]);
  });

  it("counts the time of a command from its start, and not while the sandbox opens", async () => {
    const begun: AbortController[] = [];
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
      const time = new AbortController();
      begun.push(time);
      return time.signal;
    });
    onTestFinished(() => {
      timeout.mockRestore();
    });
    const { open } = at;
    at.open = () => {
      for (const time of begun) time.abort();
      return open();
    };
    at.answer = () => ({ stdout: "out\n" });
    expect(await call("bash", { command: "x", timeout_seconds: 1 })).toMatchObject({
      output: "out",
      isError: false,
    });
    expect(begun).toHaveLength(1);
  });

  it("leaves no file open where the sandbox is lost after much output", async () => {
    const lost = sandboxLost("cut_off", "The connection broke.");
    const { promise: wait, reject } = Promise.withResolvers<never>();
    const { promise: written, resolve } = Promise.withResolvers<unknown>();
    const opened = await at.context.sandbox();
    const sandbox: Sandbox = {
      ...opened,
      spawn: async () => ({
        stdout: new ReadableStream({
          start: (controller) => controller.enqueue(encode("x".repeat(100_000))),
        }),
        stderr: new ReadableStream(),
        wait: () => wait,
        kill: async () => {},
      }),
      async writeFile({ content }) {
        const reader = content.getReader();
        await reader.read();
        reject(lost);
        resolve(await reader.read().catch((error: unknown) => error));
      },
    };
    at.context = { ...at.context, sandbox: async () => sandbox };
    await expect(call("bash", { command: "x" })).rejects.toBe(lost);
    expect(await written).toBe(lost);
  });

  it.each(["is too late", "is stopped"])("killed no command that has ended when it %s", async (what) => {
    const [late, stopped] = [new AbortController(), new AbortController()];
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(late.signal);
    onTestFinished(() => {
      timeout.mockRestore();
    });
    const opened = await at.context.sandbox();
    const sandbox: Sandbox = {
      ...opened,
      async writeFile({ content }) {
        await new Response(content).bytes();
        (what === "is stopped" ? stopped : late).abort();
      },
    };
    at.context = { ...at.context, signal: stopped.signal, sandbox: async () => sandbox };
    at.answer = () => ({ stdout: "x".repeat(100_000) });
    const { output, isError } = await call("bash", { command: "x" });
    expect(isError).toBe(false);
    expect(output).not.toContain("killed");
    expect(late.signal.aborted || stopped.signal.aborted).toBe(true);
  });

  it("takes a time-out that is no whole number of milliseconds", async () => {
    at.answer = () => ({ stdout: "out\n" });
    for (const timeout_seconds of [16.1, 1.0005, 599.9999])
      expect((await call("bash", { command: "x", timeout_seconds })).output).toBe("out");
  });

  it("refuses a time-out beyond its bounds", async () => {
    expect((await call("bash", { command: "x", timeout_seconds: 601 })).output).toContain("timeout_seconds");
    expect(at.commands).toEqual([]);
  });
});
