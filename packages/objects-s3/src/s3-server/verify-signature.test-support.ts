import { createHash, createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What is wrong with the Signature Version 4 of a request, or with its body; null where nothing is. s3rver does not look. */
export function problemOf({ method, target, headers, body }: ReceivedRequest, secret: string): string | null {
  const [, scope = "", signed = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  if (signature === "") return "AuthorizationHeaderMalformed";
  const hash = String(headers["x-amz-content-sha256"]);
  if (hash !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const [path = "", query = ""] = target.split("?");
  const names = signed.split(";");
  const canonical = [
    method,
    path,
    query.split("&").sort().join("&"),
    ...names.map((name) => `${name}:${String(headers[name])}`),
    "",
    signed,
    hash,
  ].join("\n");
  const [date = "", region = "", service = ""] = scope.split("/");
  const key = [date, region, service, "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  return hmac(key, text).toString("hex") === signature ? null : "SignatureDoesNotMatch";
}
