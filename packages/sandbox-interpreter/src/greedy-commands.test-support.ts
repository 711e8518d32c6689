import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { expect } from "vitest";

const MAX_MEMORY_MB = 128;

/** Each allocates in its own way: strings, arrays, files in memory, output, awk strings and file buffers. */
export const GREEDY = [
  "x=a; while :; do x=$x$x; done",
  "i=0; while :; do a[$i]=$(printf '%01000000d' 0); i=$((i+1)); done",
  "i=0; while :; do printf '%01000000d' 0 > /tmp/f$i; i=$((i+1)); done",
  "while :; do printf '%01000000d' 0; done",
  "awk 'BEGIN { while (1) { s = s \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"; t[n++] = s } }'",
  "printf '%030000000d' 0 > big; while :; do a[$RANDOM]=$(cat big); done",
] as const;

/** Runs the commands one after another with a limit of 1 TiB, and prints the growth of the process. */
const PROGRAM = `
  import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
  import { memoryVolumes } from "@workspace-agent/core/memory";
  const provider = interpreterSandbox({ maxMemoryMb: ${MAX_MEMORY_MB} });
  await provider.start();
  const before = process.memoryUsage.rss();
  let most = before;
  setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5).unref();
  const volumes = memoryVolumes();
  const codes = [];
  for (const [index, command] of JSON.parse(process.argv[1]).entries()) {
    const workspaceId = "ws_" + index;
    const mounts = [{ target: "/workspace", volume: await volumes.workspace(workspaceId), access: "write" }];
    const spec = { workspaceId, mounts, image: null, cpus: 1, memoryMb: 1048576, diskMb: 1048576, network: "none" };
    const sandbox = await provider.open(spec);
    codes.push((await sandbox.run({ command })).exitCode);
    await provider.remove(workspaceId);
  }
  await provider.close();
  console.log(JSON.stringify({ codes, taken: most - before }));
`;

async function run(commands: readonly string[]): Promise<{ codes: number[]; taken: number }> {
  const args = ["--input-type=module", "--eval", PROGRAM, JSON.stringify(commands)];
  const child = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    env: { PATH: process.env["PATH"] ?? "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout }))
    return JSON.parse(line) as { codes: number[]; taken: number };
  throw new Error("The process ended without an answer.");
}

/** Runs commands that exhaust memory, and expects that they end while the process stays small. */
export async function expectSmall(commands: readonly string[]): Promise<void> {
  const { codes, taken } = await run(commands);
  expect(codes).toHaveLength(commands.length);
  for (const code of codes) expect([1, 126, 137]).toContain(code);
  // One step may double the memory before the next check, so some multiples of the limit are allowed.
  expect(taken).toBeLessThan(5 * MAX_MEMORY_MB * 1_048_576);
}
