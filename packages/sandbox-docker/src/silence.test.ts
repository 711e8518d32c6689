import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxProcess } from "@workspace-agent/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { containersOf, whyNoDocker } from "./docker.test-support.ts";
import { oneWorkspace, type OneWorkspace } from "./one-workspace.test-support.ts";

const reason = await whyNoDocker();
if (reason !== null) console.warn(`\nSKIPPED: what holds up who starts commands, since ${reason}\n`);

/** Holds up all workers but its own as they are started, as it can what is of its own user. */
const HOLD_UP = `
echo begun
while :; do
  for path in /proc/[0-9]*; do
    pid=\${path#/proc/}
    ((pid == 1 || pid == PPID)) && continue
    while IFS= read -r line; do
      [[ $line == CapPrm:*[1-9a-f]* ]] && kill -STOP "$pid"
    done < "$path/status"
  done
done 2>/dev/null`;

async function holdUpWorkers({ sandbox }: OneWorkspace): Promise<SandboxProcess> {
  const beside = await sandbox.spawn({ command: HOLD_UP });
  await beside.stdout.getReader().read();
  return beside;
}

const seconds = (begun: number) => (performance.now() - begun) / 1_000;

/** A docker command that says nothing and does nothing for words that begin so, while it is told to. */
async function silentDocker(word: string) {
  const dir = await mkdtemp(join(tmpdir(), "silent-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const [file, sign] = [join(dir, "docker"), join(dir, "silent")];
  await writeFile(
    file,
    `#!/bin/sh\n[ -e '${sign}' ] && [ "$1" = ${word} ] && { while [ -e '${sign}' ]; do sleep 0.1; done; exit 1; }\nexec docker "$@"\n`,
  );
  await chmod(file, 0o755);
  return { file, begin: () => writeFile(sign, ""), end: () => rm(sign) };
}

describe.skipIf(reason !== null)(reason ?? "a container in which nothing answers", () => {
  async function given(options: Parameters<typeof oneWorkspace>[0] = {}) {
    const own = await oneWorkspace(options);
    onTestFinished(own.remove);
    return own;
  }

  it("keeps a command waiting for a while only, and the next one runs", async () => {
    const own = await given();
    const beside = await holdUpWorkers(own);
    const begun = performance.now();
    await expect(own.sandbox.run({ command: "echo x >> ran" })).rejects.toMatchObject({
      code: "sandbox_unavailable",
    });
    expect(seconds(begun)).toBeLessThan(30);
    await beside.kill();
    expect((await own.sandbox.run({ command: "echo next" })).stdout).toBe("next\n");
    expect(await own.volume.stat("ran")).toBeNull();
  }, 120_000);

  it("keeps nobody from giving a command up before it has begun, which then never runs", async () => {
    const own = await given();
    const beside = await holdUpWorkers(own);
    const stop = new AbortController();
    let isCancelled = false;
    const stdin = new ReadableStream<Uint8Array>({ cancel: () => void (isCancelled = true) });
    const begun = performance.now();
    const running = own.sandbox.run({ command: "echo x >> ran", abortSignal: stop.signal, stdin });
    setTimeout(() => stop.abort(), 200);
    expect(await running).toMatchObject({ exitCode: 137, stdout: "" });
    expect(seconds(begun)).toBeLessThan(5);
    expect(isCancelled).toBe(true);
    await beside.kill();
    const ended = performance.now();
    expect((await own.sandbox.run({ command: "echo next" })).stdout).toBe("next\n");
    expect(seconds(ended)).toBeLessThan(8);
    expect(await own.volume.stat("ran")).toBeNull();
  }, 60_000);

  it.for(["remove", "close"] as const)(
    "keeps nobody from giving the workspace up: %s",
    { timeout: 60_000 },
    async (how) => {
      const own = await given();
      await holdUpWorkers(own);
      const running = own.sandbox.run({ command: "echo x >> ran" }).catch(() => null);
      const begun = performance.now();
      await (how === "remove" ? own.provider.remove("ws_1") : own.provider.close());
      await running;
      expect(seconds(begun)).toBeLessThan(15);
      expect(await containersOf(own.placement)).toEqual([]);
    },
  );

  it("keeps nobody from giving a command up whose container the engine does not make", async () => {
    const engine = await silentDocker("run");
    const own = await given({ dockerPath: engine.file });
    await engine.begin();
    const stop = new AbortController();
    const begun = performance.now();
    const running = own.sandbox.run({ command: "true", abortSignal: stop.signal });
    setTimeout(() => stop.abort(), 200);
    expect(await running).toMatchObject({ exitCode: 137 });
    expect(seconds(begun)).toBeLessThan(5);
    await engine.end();
  }, 90_000);

  it("ends within its deadline where the engine does not remove the container, which is reaped later", async () => {
    const engine = await silentDocker("rm");
    const own = await given({ dockerPath: engine.file });
    const running = await own.sandbox.spawn({ command: "echo begun; sleep 300" });
    const reader = running.stdout.getReader();
    await reader.read();
    await engine.begin();
    const begun = performance.now();
    await own.provider.remove("ws_1");
    expect(await running.wait()).toEqual({ exitCode: 137 });
    expect(await reader.read()).toMatchObject({ done: true });
    expect(seconds(begun)).toBeLessThan(30);
    await engine.end();
    const next = own.another();
    await next.start();
    await next.close();
    expect(await containersOf(own.placement)).toEqual([]);
  }, 90_000);
});
