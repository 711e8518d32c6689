import { describe, expect, it } from "vitest";
import { DomainError } from "../domain/errors/domain-error.ts";
import { lowestId } from "../domain/ids.ts";
import type { Sandbox } from "../ports/sandbox.ts";
import { SPEC } from "../ports/sandbox-spec.test-support.ts";
import { fakeClock, scriptedSandboxes } from "../testing/index.ts";
import { SecretForms } from "../redaction/secret-forms.ts";
import { MAX_SPILLED_BYTES, SpilledOutput, type SpillOptions } from "./spilled-output.ts";
import { StreamRedactor } from "../redaction/stream-redactor.ts";

/** A sandbox that keeps files in memory, or refuses them. */
async function sandboxWith(files: Map<string, string>, refusal?: Error): Promise<Sandbox> {
  const plain = await scriptedSandboxes().open(SPEC);
  return {
    ...plain,
    async writeFile({ path, content }) {
      if (refusal !== undefined) throw refusal;
      files.set(path, await new Response(content).text());
    },
    listDirectory: async () =>
      [...files.keys()].map((path) => ({ name: path.slice("/tmp/outputs/".length), type: "file" as const })),
    deleteFile: async ({ path }) => files.delete(path),
  };
}

const spill = (sandbox: Sandbox, options: Partial<SpillOptions> = {}) =>
  new SpilledOutput({
    sandbox,
    redactor: new StreamRedactor(new SecretForms({ KEY: "canary-value" })),
    holdBack: 10,
    signal: new AbortController().signal,
    days: null,
    ...options,
  });

describe("an output that is too long to be shown", () => {
  it("is written whole, in order, without secrets and without what is taken from its end", async () => {
    const files = new Map<string, string>();
    const spilled = spill(await sandboxWith(files));
    const line = "a line with canary-value in it\n";
    for (let count = 0; count < 5_000; count++) {
      await spilled.add(line.slice(0, 15));
      await spilled.add(line.slice(15));
    }
    await spilled.add("REPORT");
    const found = await spilled.finish((end) => end.replace("REPORT", ""));
    expect(found?.isCut).toBe(false);
    expect(files.get(found?.path ?? "")).toBe("a line with [secret KEY] in it\n".repeat(5_000));
  });

  it("is written whole where a piece ends within a character", async () => {
    const files = new Map<string, string>();
    const spilled = spill(await sandboxWith(files), { holdBack: 1, redactor: new StreamRedactor() });
    const text = `${"x".repeat(60_000)}😀`;
    await spilled.add(text);
    const found = await spilled.finish((end) => end);
    expect(files.get(found?.path ?? "")).toBe(text);
  });

  it("is no file where it can be shown", async () => {
    const files = new Map<string, string>();
    const spilled = spill(await sandboxWith(files));
    await spilled.add("x\n".repeat(2_000));
    expect(await spilled.finish((end) => end)).toBeNull();
    expect(files.size).toBe(0);
  });

  it("is kept up to as much as can be read, and holds nothing up beyond", async () => {
    const files = new Map<string, string>();
    const spilled = spill(await sandboxWith(files));
    const piece = "é".repeat(500_000);
    for (let count = 0; count < 40; count++) await spilled.add(piece);
    const found = await spilled.finish((end) => end);
    expect(found?.isCut).toBe(true);
    expect(new TextEncoder().encode(files.get(found?.path ?? "")).length).toBe(MAX_SPILLED_BYTES);
  });

  it("is given up where it cannot be written, and the command goes on", async () => {
    const refusal = new DomainError("quota_exceeded", "No space is left.");
    const spilled = spill(await sandboxWith(new Map(), refusal));
    for (let count = 0; count < 100; count++) await spilled.add("x".repeat(10_000));
    expect(await spilled.finish((end) => end)).toBeNull();
  });

  it("is given up where the sandbox refuses it late and has read nothing, and nobody waits", async () => {
    const refuse = async () => {
      // The first piece waits by then.
      await new Promise((resolve) => setTimeout(resolve));
      throw new DomainError("sandbox_unavailable", "Nothing could be started.");
    };
    const spilled = spill({ ...(await sandboxWith(new Map())), writeFile: refuse });
    await spilled.add("x".repeat(100_000));
    expect([await spilled.finish((end) => end), spilled.isLost]).toEqual([null, true]);
  });

  it("is given up where the sandbox takes nothing, or never comes to its end, and the sandbox is notified", async () => {
    const clock = fakeClock();
    const signals: AbortSignal[] = [];
    const sandbox = await sandboxWith(new Map());
    for (const takesAll of [false, true]) {
      const spilled = spill(
        {
          ...sandbox,
          async writeFile({ content, abortSignal }) {
            if (abortSignal !== undefined) signals.push(abortSignal);
            if (takesAll) await new Response(content).text();
            await new Promise(() => {});
          },
        },
        { clock },
      );
      const done = spilled.add("x".repeat(100_000)).then(() => spilled.finish((end) => end));
      await expect.poll(() => clock.sleeping).toBe(1);
      await clock.advance(10_000);
      expect([await done, spilled.isLost]).toEqual([null, true]);
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it("is given up at once when the turn is stopped", async () => {
    const stop = new AbortController();
    const sandbox = await sandboxWith(new Map());
    const spilled = spill({ ...sandbox, writeFile: () => new Promise(() => {}) }, { signal: stop.signal });
    const added = spilled.add("x".repeat(100_000));
    stop.abort();
    await added;
    expect(await spilled.finish((end) => end)).toBeNull();
  });

  it("leaves the newest 16 files of a workspace", async () => {
    const files = new Map<string, string>();
    const sandbox = await sandboxWith(files);
    const paths: string[] = [];
    for (let count = 0; count < 20; count++) {
      const spilled = spill(sandbox);
      await spilled.add("x".repeat(60_000));
      paths.push((await spilled.finish((end) => end))?.path ?? "");
    }
    expect([...files.keys()].sort()).toEqual(paths.slice(4));
  });

  it("is among the 16 files that stay where it began before the others", async () => {
    const files = new Map<string, string>();
    const sandbox = await sandboxWith(files);
    const first = spill(sandbox);
    await first.add("x".repeat(60_000));
    const paths: string[] = [];
    for (let count = 0; count < 15; count++) {
      const spilled = spill(sandbox);
      await spilled.add("x".repeat(60_000));
      paths.push((await spilled.finish((end) => end))?.path ?? "");
    }
    // Meanwhile another sandbox instance adds one, whose name sorts behind all others.
    const late = "/tmp/outputs/out_ZZ.txt";
    files.set(late, "an output");
    const found = await first.finish((end) => end);
    expect([...files.keys()].sort()).toEqual([found?.path, ...paths.slice(1), late]);
  });

  it("is named by the time at which it became too long", async () => {
    const files = new Map<string, string>();
    const sandbox = await sandboxWith(files);
    const first = spill(sandbox);
    const ends: (string | undefined)[] = [];
    for (const spilled of [spill(sandbox), first]) {
      await spilled.add("x".repeat(60_000));
      ends.push((await spilled.finish((end) => end))?.path);
    }
    expect(ends).toEqual(ends.toSorted());
  });

  it("is lost where others have removed its file", async () => {
    const spilled = spill({ ...(await sandboxWith(new Map())), listDirectory: async () => [] });
    await spilled.add("x".repeat(60_000));
    expect([await spilled.finish((end) => end), spilled.isLost]).toEqual([null, true]);
  });

  it("removes files that are older than the workspace retains them", async () => {
    const files = new Map<string, string>();
    const sandbox = await sandboxWith(files);
    const clock = fakeClock(Date.now());
    const next = async (days: number | null) => {
      const spilled = spill(sandbox, { clock, days });
      await spilled.add("x".repeat(60_000));
      await spilled.finish((end) => end);
    };
    const of = (days: number) => `/tmp/outputs/${lowestId("out", clock.now() - days * 86_400_000)}.txt`;
    const [old, recent] = [of(2), of(0)];
    for (const path of [old, recent]) files.set(path, "an output");
    await next(null);
    await next(3);
    expect(files.has(old)).toBe(true);
    await next(1);
    expect([files.has(old), files.has(recent)]).toEqual([false, true]);
  });
});
