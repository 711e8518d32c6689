import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseModelsDev, type KnownModel, type ModelCatalog } from "@workspace-agent/core/ports";
import { boundedText } from "./bounded-text.ts";

export interface ModelCatalogOptions {
  /** A file for a copy of what a URL answered last, which is used where the URL cannot be reached at the start. Default: none. */
  readonly copy?: string;
}

/** models.dev's data has 5 MB. */
const MOST_BYTES = 32 * 1024 * 1024;

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

async function fileModels(path: string, source: string, seen: string | null) {
  const { mtime, mtimeMs, size } = await stat(path);
  const state = `${mtimeMs} ${size}`;
  if (state === seen) return null;
  if (size > MOST_BYTES) throw new Error(`The catalog has ${size} bytes; the most is ${MOST_BYTES}.`);
  const models = parseModelsDev(await readFile(path, "utf8"), { source, date: dayOf(mtime) });
  return { models, state };
}

function fileCatalog(path: string): ModelCatalog {
  const name = basename(path);
  let seen: string | null = null;
  return {
    name,
    async read(signal) {
      const found = await fileModels(path, name, seen);
      signal.throwIfAborted();
      if (found === null) return null;
      seen = found.state;
      return found.models;
    },
  };
}

/** The day of an answer: that of its content, or of the answer itself. */
function dayOfAnswer(headers: Headers): string {
  const times = [headers.get("last-modified"), headers.get("date")].map((text) => new Date(text ?? NaN));
  const time = times.find((each) => !Number.isNaN(each.getTime()));
  return dayOf(time ?? new Date());
}

function urlCatalog(url: URL, copy: string | undefined): ModelCatalog {
  // The query may hold a key.
  const name = `${url.host}${url.pathname}`;
  let etag: string | null = null;
  return {
    name,
    async read(signal) {
      const headers = { accept: "application/json", ...(etag !== null && { "if-none-match": etag }) };
      const response = await fetch(url, { headers, signal });
      if (response.status === 304 && etag !== null) return null;
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`${name} answered with status ${response.status}.`);
      }
      const text = await boundedText(response, MOST_BYTES);
      const models = parseModelsDev(text, { source: name, date: dayOfAnswer(response.headers) });
      if (copy !== undefined) {
        await writeFile(`${copy}.new`, text, { mode: 0o600 });
        await rename(`${copy}.new`, copy);
      }
      signal.throwIfAborted();
      // Last, since what a failed call has read is not used: the next call reads it again.
      etag = response.headers.get("etag");
      return models;
    },
    async kept(): Promise<readonly KnownModel[] | null> {
      if (copy === undefined) return null;
      const found = await fileModels(copy, name, null).catch((error: unknown) => {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw error;
      });
      return found?.models ?? null;
    },
  };
}

/**
 * A catalog of models in the format of models.dev's `api.json`, for the option `modelCatalog` of `createAgentService`. `source`: a path, or
 * an http or https URL, which is asked with the `ETag` of its last answer. At most 32 MiB. Throws a `TypeError` for a URL that is not valid
 * or has a user or password.
 */
export function modelCatalog(source: string, { copy }: ModelCatalogOptions = {}): ModelCatalog {
  if (!/^https?:\/\//i.test(source)) return fileCatalog(source);
  const url = new URL(source);
  if (url.username !== "" || url.password !== "")
    throw new TypeError("The URL of a catalog of models cannot have a user or password.");
  return urlCatalog(url, copy);
}
