import { existsSync } from "node:fs";
import { mkdir, readdir, realpath, rename, stat } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { DomainError, VERSION } from "@workspace-agent/core";
import { addressOf, type Bucket } from "../bucket-settings.ts";
import { flush } from "../flush.ts";
import { copyTree, removeTree } from "./copy-tree.ts";
import { DATA, DATABASE, hashOf, invalid, isLeftOut, writeManifest } from "./manifest.ts";

export interface BackupSettings {
  readonly DATA_DIR: string;
  readonly DATABASE_URL?: string | undefined;
  readonly SECRET_KEY?: string | undefined;
  readonly FILES_BUCKET?: Bucket | undefined;
}

/** Throws for data that is in Postgres. */
export function requireSqlite({ DATABASE_URL }: BackupSettings): void {
  if (DATABASE_URL === undefined) return;
  const detail =
    "The database is Postgres (DATABASE_URL), which has its own tools: back it up with pg_dump, and DATA_DIR by copying it. docs/backup.md says how.";
  throw new DomainError("not_allowed", detail);
}

async function checkTarget(dataDir: string, target: string): Promise<void> {
  if (existsSync(target) && (await readdir(target)).length > 0)
    throw invalid(`${target} is not empty: name a new folder for the backup.`);
  const parent = await realpath(dirname(target)).catch(() => null);
  if (parent === null) throw invalid(`The folder ${dirname(target)} does not exist.`);
  if (`${parent}${sep}`.startsWith(`${await realpath(dataDir)}${sep}`))
    throw invalid(`${target} is inside of DATA_DIR: a backup goes outside of it.`);
}

/** A link in the data folder would be copied as a link, and what it leads to would be missing. */
async function refuseLinks(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir, { withFileTypes: true });
  const link = entries.find((entry) => entry.isSymbolicLink() && !isLeftOut(entry.name));
  if (link === undefined) return;
  throw invalid(
    `${join(dataDir, link.name)} is a symbolic link, and a backup does not follow it. Mount the other disk there instead.`,
  );
}

/**
 * Backs up a data folder, of a server that may run: its database as it is at one moment, then its files and keys. The backup has another
 * name until it is complete. Returns whether nothing is missing.
 */
export async function backUp(
  settings: BackupSettings,
  folder: string,
  print: (text: string) => void,
): Promise<boolean> {
  requireSqlite(settings);
  const target = resolve(folder);
  if (!existsSync(join(settings.DATA_DIR, DATABASE)))
    throw invalid(`There is no database to back up: ${resolve(settings.DATA_DIR, DATABASE)} does not exist.`);
  const dataDir = await realpath(settings.DATA_DIR);
  const database = join(dataDir, DATABASE);
  await checkTarget(dataDir, target);
  await refuseLinks(dataDir);
  const draft = `${target}.incomplete-${process.pid}`;
  const started = new Date();
  try {
    // A killed process may have had the same id.
    await removeTree(draft);
    await mkdir(join(draft, DATA), { recursive: true, mode: 0o700 });
    const { backUpSqlite } = await import("@workspace-agent/store-sqlite");
    const copy = join(draft, DATA, DATABASE);
    // First: files may be ahead of the log as after a crash, and never behind it.
    const counts = await backUpSqlite(database, copy);
    await flush(copy);
    const files = await copyTree(dataDir, join(draft, DATA), isLeftOut);
    const { size: bytes } = await stat(copy);
    await writeManifest(draft, {
      version: VERSION,
      started_at: started.toISOString(),
      finished_at: new Date().toISOString(),
      database: { sha256: await hashOf(copy), bytes, ...counts },
      files,
      has_secret_key: existsSync(join(draft, DATA, "secret-key")),
    });
    await flush(draft);
    await rename(draft, target);
    await flush(dirname(target));
    print(
      `${target} has ${counts.workspaces} workspaces, ${counts.sessions} sessions and ${files.files} files.\n`,
    );
    if (settings.SECRET_KEY !== undefined)
      print("SECRET_KEY is not in the backup. Keep it: without it, the secrets of configs are lost.\n");
    if (settings.FILES_BUCKET !== undefined)
      print(
        `The objects of ${addressOf(settings.FILES_BUCKET)} are not in the backup. Keep or copy them: they have the snapshots and the published files.\n`,
      );
    for (const path of files.changed) print(`changed while it was copied: ${path}\n`);
    for (const path of files.unreadable) print(`NOT in the backup, because it cannot be read: ${path}\n`);
    return files.unreadable.length === 0;
  } catch (error) {
    await removeTree(draft);
    throw error;
  }
}
