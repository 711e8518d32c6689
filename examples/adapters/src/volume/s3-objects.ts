import { AwsClient } from "aws4fetch";
import type { ObjectStore } from "./object-store.ts";

export interface S3Options {
  /** The address of the bucket: `https://s3.eu-central-1.amazonaws.com/my-bucket`. */
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Default `us-east-1`, which services that know no regions accept. */
  readonly region?: string;
}

/** The statuses of a condition that does not hold, and of two conditional writes at once. */
const LOST = [409, 412];

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
const unescapeXml = (text: string) =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? "");

/** The texts of all elements of a name, in an answer of S3. */
function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map(([, text = ""]) =>
    unescapeXml(text),
  );
}

/** Objects of an S3 bucket. The service must support `If-Match` and `If-None-Match` of PutObject, as S3, R2 and MinIO do. */
export function s3Objects({
  bucket,
  accessKeyId,
  secretAccessKey,
  region = "us-east-1",
}: S3Options): ObjectStore {
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
  const addressOf = (key: string) => `${bucket}/${key.split("/").map(encodeURIComponent).join("/")}`;

  async function call(method: string, address: string, accepted: readonly number[], init: RequestInit = {}) {
    const response = await aws.fetch(address, { ...init, method });
    if (accepted.includes(response.status)) return response;
    await response.body?.cancel();
    throw new Error(`S3 answered ${method} with status ${response.status}.`);
  }

  return {
    async get(key) {
      const response = await call("GET", addressOf(key), [200, 404]);
      const bytes = await response.bytes();
      return response.status === 404 ? null : { bytes, revision: response.headers.get("etag") ?? "" };
    },
    async put(key, bytes, ifRevision) {
      const headers: Record<string, string> =
        ifRevision === undefined
          ? {}
          : ifRevision === null
            ? { "if-none-match": "*" }
            : { "if-match": ifRevision };
      const response = await call("PUT", addressOf(key), [200, ...LOST], {
        headers,
        body: Uint8Array.from(bytes),
      });
      await response.body?.cancel();
      return response.status === 200;
    },
    async delete(key) {
      await (await call("DELETE", addressOf(key), [200, 204, 404])).body?.cancel();
    },
    async list(prefix) {
      const keys: string[] = [];
      for (let token: string | undefined = ""; token !== undefined;) {
        const query = new URLSearchParams({ "list-type": "2", prefix });
        if (token !== "") query.set("continuation-token", token);
        const xml = await (await call("GET", `${bucket}?${query.toString()}`, [200])).text();
        keys.push(...elements(xml, "Key"));
        [token] = elements(xml, "NextContinuationToken");
      }
      return keys;
    },
  };
}
