import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { interpreterSandbox, type InterpreterSandboxOptions } from "@workspace-agent/sandbox-interpreter";
import { sqliteStore } from "@workspace-agent/store-sqlite";
import { folderVolumes } from "@workspace-agent/volume-folder";
import type { Adapters } from "./agents.ts";

/** Sessions in SQLite, files in a folder, and the interpreter as sandbox. */
export async function adaptersOnDisk(
  interpreter: InterpreterSandboxOptions = {},
  folder = process.env["DATA_DIR"] ?? "./data",
): Promise<Adapters> {
  await mkdir(folder, { recursive: true });
  return {
    store: sqliteStore({ file: join(folder, "agents.db") }),
    volumes: folderVolumes({ dir: join(folder, "files") }),
    sandbox: interpreterSandbox(interpreter),
  };
}
