import { AwsV4Signer } from "aws4fetch";
import type { Settings } from "./options.ts";

export interface S3Request {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** With the prefix; absent for a request to the bucket. */
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal | undefined;
}

/** Of an empty body. */
const EMPTY = new Uint8Array();

/**
 * Signs requests by Signature Version 4. The hash of the body is signed too, so that the service refuses one that was changed on its way. A
 * request is signed again for each attempt: the service accepts a signature for some minutes.
 */
export class Signing {
  private readonly keys = new Map<string, ArrayBuffer>();

  constructor(private readonly settings: Settings) {}

  async sign(request: S3Request): Promise<{ readonly url: string; readonly init: RequestInit }> {
    const { address, region, accessKeyId, secretAccessKey, sessionToken, clock } = this.settings;
    const { method, path = "", query = {}, headers = {}, body } = request;
    const url = new URL(address);
    url.pathname += path;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    // Some services take a plus sign for itself.
    url.search = url.search.replaceAll("+", "%20");
    const hash = Buffer.from(await crypto.subtle.digest("SHA-256", body ?? EMPTY)).toString("hex");
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, "x-amz-content-sha256": hash },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      service: "s3",
      region,
      cache: this.keys,
      datetime: new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, ""),
    }).sign();
    const init: RequestInit = { method, headers: signed.headers, redirect: "manual" };
    return { url: signed.url.href, init: body === undefined ? init : { ...init, body } };
  }
}
