import { existsSync } from "node:fs";
import { copyFile, mkdir, open, readdir, realpath, rename, unlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DomainError, VERSION } from "@workspace-agent/core";
import { LOCAL_SOCKET } from "@workspace-agent/cli";
import { requireSqlite, type BackupSettings } from "./backup.ts";
import { flush } from "../flush.ts";
import { copyTree } from "./copy-tree.ts";
import {
  DATA,
  DATABASE,
  hashOf,
  invalid,
  isNewer,
  isOfDatabase,
  readManifest,
  type Copied,
  type Manifest,
} from "./manifest.ts";

/** In a data folder while a backup is copied into it. */
const UNFINISHED = "restore-is-incomplete";

/** Throws where a restore into a data folder broke off: a server would begin with a part of its data. */
export function requireWholeRestore(dataDir: string): void {
  if (existsSync(join(dataDir, UNFINISHED)))
    throw new DomainError(
      "internal",
      `A restore into ${dataDir} broke off. Empty the folder and restore again.`,
    );
}

async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (isNewer(manifest.version, VERSION))
    throw invalid(
      `The backup is of version ${manifest.version}, and this is ${VERSION}: restore it with that version or a newer one.`,
    );
  const copy = join(folder, DATA, DATABASE);
  const found = existsSync(copy) ? await hashOf(copy) : null;
  if (found !== manifest.database.sha256)
    throw invalid(`The database of the backup is damaged: ${copy} has another hash.`);
  return manifest;
}

/** What a restore itself, and the start of every command, puts there. */
const OWN = new Set(["compiled", LOCAL_SOCKET, `${DATABASE}.lock`]);

async function checkTarget(dataDir: string): Promise<void> {
  const others = (await readdir(dataDir)).filter((name) => !OWN.has(name));
  if (others.length > 0)
    throw invalid(`${dataDir} is not empty: restore into a new DATA_DIR, or empty it first.`);
}

function checkCopied({ files }: Manifest, copied: Copied): void {
  // The manifest of an earlier version has fewer bytes where files have several names.
  const wrong = (["files", "folders", "links", "bytes"] as const).find((name) =>
    name === "bytes" ? copied.bytes < files.bytes : copied[name] !== files[name],
  );
  if (wrong !== undefined)
    throw invalid(`The backup is damaged: it has ${copied[wrong]} ${wrong} instead of ${files[wrong]}.`);
}

/** Restores a backup into an empty data folder, for a server that starts afterwards. */
export async function restore(
  settings: BackupSettings,
  folder: string,
  print: (text: string) => void,
): Promise<void> {
  requireSqlite(settings);
  const source = resolve(folder);
  const manifest = await checkBackup(source);
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(settings.DATA_DIR);
  const { claimSqliteFile } = await import("@workspace-agent/store-sqlite");
  const database = join(dataDir, DATABASE);
  // A server that runs has it, and one that starts meanwhile is refused.
  const claim = claimSqliteFile(database);
  try {
    await checkTarget(dataDir);
    const marker = join(dataDir, UNFINISHED);
    await (await open(marker, "wx", 0o600)).close();
    await flush(dataDir);
    checkCopied(manifest, await copyTree(join(source, DATA), dataDir, isOfDatabase));
    const draft = `${database}.restored`;
    await copyFile(join(source, DATA, DATABASE), draft);
    await flush(draft);
    await rename(draft, database);
    await unlink(marker);
    await flush(dataDir);
  } finally {
    claim.release();
  }
  const { version, started_at, database: counts, has_secret_key } = manifest;
  print(
    `${dataDir} has the ${counts.workspaces} workspaces and ${counts.sessions} sessions of ${started_at} (version ${version}).\n`,
  );
  if (!has_secret_key) print("Set SECRET_KEY to the key of the server that was backed up.\n");
}
