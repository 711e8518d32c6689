import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import type { ModelRequest, SandboxProvider } from "../../packages/core/src/ports.ts";
import { scriptedSandboxes, type ScriptedStep } from "../../packages/core/src/testing/index.ts";
import { testApi } from "../../packages/http/src/test-api.test-support.ts";
import { until } from "../../packages/http/src/until.test-support.ts";
import { runInProcess } from "./run-in-process.test-support.ts";

const script = ({ messages }: ModelRequest): ScriptedStep =>
  messages.at(-1)?.role === "user"
    ? { toolCalls: [{ name: "bash", arguments: { command: "make\nmake test" } }] }
    : { text: "Done." };

/** Commands that write a text, and end when `end` is called. */
function writingSandboxes(text: string) {
  const gate = new AbortController();
  const ended = new Promise<void>((resolve) =>
    gate.signal.addEventListener("abort", () => resolve(), { once: true }),
  );
  const scripted = scriptedSandboxes();
  const sandbox: SandboxProvider = {
    ...scripted,
    async open(spec) {
      const opened = await scripted.open(spec);
      return {
        ...opened,
        async spawn(options) {
          const stdout = new ReadableStream<Uint8Array>({
            async start(stream) {
              stream.enqueue(new TextEncoder().encode(text));
              await ended;
              stream.close();
            },
          });
          return {
            ...(await opened.spawn(options)),
            stdout,
            wait: async () => await ended.then(() => ({ exitCode: 0 })),
          };
        },
      };
    },
  };
  return { sandbox, end: () => gate.abort() };
}

test("run shows at a terminal what a command writes while it runs", async () => {
  const { sandbox, end } = writingSandboxes("one\n\u001B]0;title\u0007two\n");
  await using api = await testApi({ script, service: { sandbox } });
  const { id } = await api.createWorkspace("notes");
  const { code, out, notes } = await runInProcess(["run", "Go.", "-w", "notes"], {
    api,
    isTerminal: true,
    async meanwhile(noted) {
      await until(() => noted().includes("│ two"));
      end();
    },
  });
  expect([code, out]).toEqual([0, "Done.\n"]);
  // The status is redrawn on its line.
  const shown = stripVTControlCharacters(notes).split("\n");
  const lines = shown.map((line) => line.split("\r").at(-1)?.trimEnd());
  const begin = lines.indexOf("● $ make ⏎ make test");
  expect(lines.slice(begin + 1, begin + 4)).toEqual(["  │ one", "  │ two", "  ✓"]);
  expect(notes).not.toContain("title");
  expect(notes).toMatch(new RegExp(`^http://\\S+/workspaces/${id}/chat\\?session=ses_\\w+$`, "m"));
});

test("without a terminal the result has the output, in one plain line", async () => {
  const { sandbox, end } = writingSandboxes("one\ntwo\n");
  await using api = await testApi({ script, service: { sandbox } });
  await api.createWorkspace("notes");
  const { notes } = await runInProcess(["run", "Go.", "-w", "notes"], {
    api,
    async meanwhile(noted) {
      await until(() => noted().includes("● $ make"));
      end();
    },
  });
  expect(notes).toMatch(/^● \$ make ⏎ make test\n {2}✓ one two/m);
  expect(notes).not.toContain("\u001B");
});

test.each([
  [{}, true],
  [{ NO_COLOR: "1" }, false],
  [{ TERM: "dumb" }, false],
])(
  "the head of a table at a terminal, with %j in the environment, has colour: %s",
  async (more, isColoured) => {
    await using api = await testApi();
    await api.createWorkspace("notes");
    const { out } = await runInProcess(["workspaces"], { api, isTerminal: true, more });
    expect(out.includes("\u001B[1m")).toBe(isColoured);
    expect(out).toContain("notes");
  },
);
