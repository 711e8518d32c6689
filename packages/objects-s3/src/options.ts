import {
  checkObjectKey,
  type Clock,
  type Logger,
  silentLogger,
  systemClock,
} from "@workspace-agent/core/ports";

/** What sends a request: `fetch`, or one that reaches the service in another way. */
export type SendRequest = (url: string, init: RequestInit) => Promise<Response>;

export interface S3ObjectsOptions {
  /** The address of the service without the bucket, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  /** The region that requests are signed for; `auto` or `us-east-1` for services without regions. */
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials. */
  readonly sessionToken?: string;
  /** What the keys in the bucket begin with, such as `workspace-agent/production`. A slash follows it. Default: nothing. */
  readonly prefix?: string;
  /** `path`: `<endpoint>/<bucket>/<key>`; `virtual-host`: the bucket is the first part of the host name. */
  readonly style: "path" | "virtual-host";
  /** Default: the runtime's. */
  readonly fetch?: SendRequest;
  /**
   * Bytes of a part; default 16 MiB. Longer bodies are sent in parts, at most 10,000 of them. Amazon S3 takes no less than 5 MiB. A put
   * holds one part in memory, and the runtime another copy while it is sent.
   */
  readonly partBytes?: number;
  /** Milliseconds without an answer, or between two pieces of one, after which a request has failed; default 30,000. Sending a body gets more, by its size. */
  readonly timeoutMs?: number;
  /** Receives uploads that could not be aborted; never credentials. Default: silent. */
  readonly logger?: Logger;
  /** Default: the system's clock. */
  readonly clock?: Clock;
  /** From 0 up to 1, for the pauses before retries; default `Math.random`. */
  readonly random?: () => number;
}

const PART_BYTES = 16 * 1_048_576;
const TIMEOUT_MS = 30_000;
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** The options with their defaults, checked. */
export interface Settings extends Required<
  Omit<S3ObjectsOptions, "endpoint" | "bucket" | "style" | "sessionToken">
> {
  /** The address of the bucket, with a slash at its end. */
  readonly address: URL;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  readonly sessionToken: string | undefined;
}

function addressOf({ endpoint, bucket, style }: S3ObjectsOptions): URL {
  if (!URL.canParse(endpoint) || !/^https?:/.test(endpoint))
    throw new Error(`The endpoint "${endpoint}" is no http or https address.`);
  if (!BUCKET.test(bucket)) throw new Error(`"${bucket}" is not the name of a bucket.`);
  const address = new URL(endpoint.endsWith("/") ? endpoint : `${endpoint}/`);
  if (style === "virtual-host") address.hostname = `${bucket}.${address.hostname}`;
  else address.pathname += `${bucket}/`;
  return address;
}

function positive(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`${name} is ${value}. Use a whole number above 0.`);
}

/** Throws an error that says which option is wrong. */
export function settingsOf(options: S3ObjectsOptions): Settings {
  const { accessKeyId, secretAccessKey, sessionToken, region } = options;
  for (const [name, value] of Object.entries({ accessKeyId, secretAccessKey, region }))
    if (value === "") throw new Error(`${name} is empty.`);
  const prefix = options.prefix?.replace(/\/$/, "") ?? "";
  if (prefix !== "") checkObjectKey(prefix);
  return {
    address: addressOf(options),
    prefix: prefix === "" ? "" : `${prefix}/`,
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken,
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    partBytes: positive("partBytes", options.partBytes ?? PART_BYTES),
    timeoutMs: positive("timeoutMs", options.timeoutMs ?? TIMEOUT_MS),
    logger: options.logger ?? silentLogger,
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
  };
}
