import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "@workspace-agent/core";
import * as v from "valibot";
import { LOCAL_SOCKET } from "@workspace-agent/cli";

/** The files of a backup. */
const MANIFEST = "manifest.json";
export const DATA = "data";
/** The files of a data folder that belong to its database; what is beside it belongs to a process. */
export const DATABASE = "workspace-agent.db";
/** Whether a path in a data folder is of the database, which is copied by itself. */
export const isOfDatabase = (path: string) => path.startsWith(DATABASE);
/** Whether a path in a data folder is not in a backup: a server makes again what its database does not have. */
export const isLeftOut = (path: string) =>
  ["compiled", "files/skills", "sandboxes", LOCAL_SOCKET].includes(path) || isOfDatabase(path);

/** What is wrong with the folders of a backup or a restore. */
export const invalid = (detail: string) => new DomainError("invalid_request", detail);

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const FORMAT = 1;

/** What a copy of a folder has. */
const CopiedSchema = v.object({
  files: Count,
  folders: Count,
  links: Count,
  /** Of all files, counted for each name of a file. Earlier versions counted them once for all names. */
  bytes: Count,
  /** Files that changed with each attempt to copy them: their copies may mix two states. */
  changed: v.array(v.string()),
  /** Entries that were removed while the copy ran. */
  vanished: Count,
  /** Entries that the process may not read. They are not in the copy. */
  unreadable: v.array(v.string()),
  /** Pipes, sockets and devices. They are not in the copy. */
  special: Count,
});
export type Copied = v.InferOutput<typeof CopiedSchema>;

const ManifestSchema = v.object({
  format: v.literal(FORMAT),
  /** The version of the server that made the backup. */
  version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+/)),
  started_at: v.string(),
  finished_at: v.string(),
  database: v.object({
    sha256: v.string(),
    bytes: Count,
    workspaces: Count,
    sessions: Count,
    events: Count,
  }),
  files: CopiedSchema,
  /** False: the server has its key from `SECRET_KEY`. */
  has_secret_key: v.boolean(),
});
export type Manifest = v.InferOutput<typeof ManifestSchema>;

export async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
  return hash.digest("hex");
}

export async function writeManifest(folder: string, manifest: Omit<Manifest, "format">): Promise<void> {
  const file = await open(join(folder, MANIFEST), "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Throws where a folder is no complete backup that this version can read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => null);
  if (text === null) throw invalid(`${folder} is no complete backup: it has no ${MANIFEST}.`);
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), ManifestSchema), text);
  if (result.success) return result.output;
  throw invalid(`${join(folder, MANIFEST)} is of no backup that this version can read.`);
}

/** Whether a version is newer than another, by its three numbers. */
export function isNewer(version: string, than: string): boolean {
  const numbersOf = (text: string) => text.split(/[.+-]/, 3).join(".");
  return numbersOf(version).localeCompare(numbersOf(than), "en", { numeric: true }) > 0;
}
