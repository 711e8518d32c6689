import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { build } from "tsup";
import type { ProgramInput } from "./program.ts";

const PACKAGE = join(import.meta.dirname, "..", "..");

export interface KilledProgram {
  /** Runs the program, kills it (`kill -9`) some time after it has begun, and returns what it said since. */
  runFor(milliseconds: number, input: Omit<ProgramInput, "worker">): Promise<readonly string[]>;
  remove(): Promise<void>;
}

/** Makes the program and that of its threads files that Node runs. */
export async function buildKilledProgram(): Promise<KilledProgram> {
  const cache = join(PACKAGE, "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(join(cache, "killed-program-"));
  await build({
    config: false,
    entry: {
      program: join(import.meta.dirname, "program.ts"),
      worker: join(PACKAGE, "src", "snapshot-worker.ts"),
    },
    outDir,
    outExtension: () => ({ js: ".mjs" }),
    format: "esm",
    target: "es2023",
    silent: true,
    tsconfig: join(PACKAGE, "tsconfig.json"),
    noExternal: [/./],
    esbuildOptions(options) {
      options.conditions = ["workspace-agent-source"];
    },
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  const worker = pathToFileURL(join(outDir, "worker.mjs")).href;
  return {
    async runFor(milliseconds, input) {
      const given: ProgramInput = { ...input, worker };
      const child = spawn(process.execPath, [join(outDir, "program.mjs"), JSON.stringify(given)], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = once(child, "exit");
      const said: string[] = [];
      const reader = createInterface(child.stdout);
      const running = once(reader, "line");
      reader.on("line", (line) => said.push(line));
      await running;
      await pause(milliseconds);
      child.kill("SIGKILL");
      const [code] = (await ended) as [number | null];
      if (code !== null) throw new Error(`The program ended by itself with ${code}.`);
      return said.slice(1);
    },
    remove: () => rm(outDir, { recursive: true }),
  };
}
