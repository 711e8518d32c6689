import { join } from "node:path";
import { DomainError, type Logger } from "@workspace-agent/core";
import type { ObjectStore } from "@workspace-agent/core/ports";
import { folderObjects } from "@workspace-agent/volume-folder";
import { addressOf } from "./bucket-settings.ts";
import { SettingsError, type Settings } from "./settings.ts";

/** How long a start waits for the bucket. */
const CHECK_MS = 15_000;

export interface ChosenObjects {
  readonly objects: ObjectStore;
  /** The objects also have the files of workspaces, which belong to no host. */
  readonly portableFiles: boolean;
  /** For the startup message; contains no credential. Null: the objects are in the data folder. */
  readonly description: string | null;
}

type Credential = "AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY" | "AWS_SESSION_TOKEN";

/** Checked where it is used: other programs have these variables too. */
function credential(settings: Settings, name: Credential): string | undefined {
  const value = settings[name];
  if (value === undefined || /^[\x21-\x7e]+$/.test(value)) return value;
  throw new SettingsError(`${name}: must be printable ASCII without spaces`);
}

function required(settings: Settings, name: Credential): string {
  const value = credential(settings, name);
  if (value !== undefined) return value;
  throw new SettingsError(`${name}: must be set with FILES_BUCKET`);
}

/** The bucket of the settings, or a folder. Throws an error that names the bucket if it cannot be used. */
export async function chooseObjects(settings: Settings, logger: Logger): Promise<ChosenObjects> {
  const { FILES_BUCKET: bucket, S3_REGION: region, S3_STYLE: style } = settings;
  if (bucket === undefined) {
    // Beside the files: a host that reaches these reaches their snapshots, and a backup has both.
    const objects = folderObjects({ dir: join(settings.DATA_DIR, "objects"), logger });
    return { objects, portableFiles: false, description: null };
  }
  const accessKeyId = required(settings, "AWS_ACCESS_KEY_ID");
  const secretAccessKey = required(settings, "AWS_SECRET_ACCESS_KEY");
  const sessionToken = credential(settings, "AWS_SESSION_TOKEN");
  const endpoint = settings.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`;
  const { s3Objects } = await import("@workspace-agent/objects-s3");
  const objects = s3Objects({
    ...bucket,
    endpoint,
    region,
    style,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    logger,
  });
  const location = `${addressOf(bucket)} at ${new URL(endpoint).host}`;
  await checkBucket(objects, location);
  return { objects, portableFiles: true, description: `${location} (FILES_BUCKET)` };
}

/** Does what the service does with a bucket, once. */
async function tryBucket(objects: ObjectStore, signal: AbortSignal): Promise<void> {
  const key = `check/${crypto.randomUUID()}`;
  await objects.put(key, new TextEncoder().encode(key), { signal });
  const found = await objects.get(key, { signal });
  const content = found === null ? null : await new Response(found.body).text();
  if (content !== key)
    throw new DomainError("object_corrupt", "The object storage does not return what was stored.");
  await objects.list(key, { signal });
  await objects.delete([key], { signal });
}

async function checkBucket(objects: ObjectStore, location: string): Promise<void> {
  const signal = AbortSignal.timeout(CHECK_MS);
  try {
    await tryBucket(objects, signal);
  } catch (error) {
    const where = `(FILES_BUCKET: ${location})`;
    if (DomainError.isInstance(error))
      throw new DomainError(error.code, `${error.detail} ${where}`, { cause: error });
    if (!signal.aborted) throw error;
    const detail = `The object storage did not answer within ${CHECK_MS / 1_000} s. ${where}`;
    throw new DomainError("overloaded", detail, { cause: error });
  }
}
