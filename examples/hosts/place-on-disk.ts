import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { interpreterSandbox, type InterpreterSandboxOptions } from "@workspace-agent/sandbox-interpreter";
import { sqliteStore } from "@workspace-agent/store-sqlite";
import { folderVolumes } from "@workspace-agent/volume-folder";
import type { Place } from "./agents.ts";

/** Sessions in SQLite, files in a folder, commands by the interpreter. */
export async function placeOnDisk(
  interpreter: InterpreterSandboxOptions = {},
  folder = process.env["DATA_DIR"] ?? "./data",
): Promise<Place> {
  await mkdir(folder, { recursive: true });
  return {
    store: sqliteStore({ file: join(folder, "agents.db") }),
    volumes: folderVolumes({ dir: join(folder, "files") }),
    sandbox: interpreterSandbox(interpreter),
  };
}
