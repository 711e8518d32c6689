import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { SessionEvent } from "@workspace-agent/core";
import type { SessionRecord, WorkspaceRecord } from "@workspace-agent/core/schemas";
import { build } from "tsup";

export interface ProgramInput {
  readonly file: string;
  /** Write copies of these, one transaction each, forever; absent: hold the store. */
  readonly write?: {
    readonly workspace: WorkspaceRecord;
    readonly session: SessionRecord;
    readonly event: SessionEvent;
  };
}

export type ProgramLine =
  | { readonly started: true }
  | { readonly committed: string }
  | { readonly failed: { readonly code: string; readonly detail: string } };

export interface StoreProcess {
  /** What it says, line by line, until it has ended. */
  readonly lines: AsyncIterableIterator<ProgramLine>;
  /** `kill -9`; resolves when it is gone. */
  kill(): Promise<void>;
}

export interface StoreProgram {
  /** `maxFileBytes`: no file of the process may grow beyond that, as if its disk were full. */
  run(input: ProgramInput, options?: { readonly maxFileBytes?: number }): StoreProcess;
  remove(): Promise<void>;
}

const PACKAGE = join(import.meta.dirname, "..", "..");

/** Makes `program.ts` one file that Node runs, beside the dependencies of this package. */
export async function buildProgram(): Promise<StoreProgram> {
  const cache = join(PACKAGE, "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(join(cache, "store-program-"));
  await build({
    config: false,
    entry: { program: join(import.meta.dirname, "program.ts") },
    outDir,
    outExtension: () => ({ js: ".mjs" }),
    format: "esm",
    target: "es2023",
    silent: true,
    tsconfig: join(PACKAGE, "tsconfig.json"),
    noExternal: [/^@workspace-agent\//],
    external: ["better-sqlite3", /^kysely/],
    esbuildOptions(options) {
      options.conditions = ["workspace-agent-source"];
    },
  });

  return {
    run(input, { maxFileBytes } = {}) {
      const node = [process.execPath, join(outDir, "program.mjs"), JSON.stringify(input)];
      // POSIX counts in blocks of 512 bytes.
      const limit = maxFileBytes === undefined ? "unlimited" : Math.floor(maxFileBytes / 512);
      const child = spawn("sh", ["-c", `ulimit -f ${limit}; exec "$@"`, "sh", ...node], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = once(child, "exit");
      async function* lines(): AsyncGenerator<ProgramLine, void> {
        for await (const line of createInterface(child.stdout)) yield JSON.parse(line) as ProgramLine;
        await ended;
      }
      return {
        lines: lines(),
        async kill() {
          child.kill("SIGKILL");
          await ended;
        },
      };
    },
    remove: () => rm(outDir, { recursive: true }),
  };
}
