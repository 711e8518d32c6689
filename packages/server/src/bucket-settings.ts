import { checkKeyPrefix } from "@workspace-agent/core/ports";
import * as v from "valibot";

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/;

/** A bucket, and what the keys of its objects begin with: possibly nothing. */
export interface Bucket {
  readonly bucket: string;
  readonly prefix: string;
}

function isPrefix(prefix: string): boolean {
  try {
    return checkKeyPrefix(prefix) === prefix;
  } catch {
    return false;
  }
}

function isEndpoint(given: string): boolean {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === "" && url.password === "" && url.search === "" && url.hash === "";
}

/** The settings of the bucket that has the files of workspaces. */
export const BUCKET_SETTINGS = {
  FILES_BUCKET: v.optional(
    v.pipe(
      v.string(),
      v.regex(BUCKET, "must have the form s3://bucket or s3://bucket/prefix"),
      v.transform((given): Bucket => {
        const [, bucket = "", prefix = ""] = BUCKET.exec(given) ?? [];
        return { bucket, prefix };
      }),
      v.check(
        ({ prefix }) => isPrefix(prefix),
        "must have a prefix of lower-case letters, digits and `.`, `_`, `-`, `/`",
      ),
    ),
  ),
  S3_ENDPOINT: v.optional(
    v.pipe(
      v.string(),
      v.check(isEndpoint, "must be an http or https URL without a user, a password and a query"),
    ),
  ),
  S3_REGION: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/, "must be a region such as us-east-1, or auto")),
    "us-east-1",
  ),
  S3_STYLE: v.optional(v.picklist(["virtual-host", "path"]), "virtual-host"),
  AWS_ACCESS_KEY_ID: v.optional(v.string()),
  AWS_SECRET_ACCESS_KEY: v.optional(v.string()),
  AWS_SESSION_TOKEN: v.optional(v.string()),
} as const;

/** The address of a bucket for people. */
export const addressOf = ({ bucket, prefix }: Bucket) => `s3://${bucket}${prefix === "" ? "" : `/${prefix}`}`;
