import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** Small, so that a listing has several pages. */
const PAGE = 2;

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

interface Answer {
  readonly status: number;
  readonly body?: Buffer | string;
  readonly etag?: string;
}

/** The part of S3 that `s3Objects` uses: GetObject, PutObject with conditions, DeleteObject, ListObjectsV2. */
export async function fakeS3() {
  const objects = new Map<string, { readonly bytes: Buffer; readonly etag: string }>();

  function list(query: URLSearchParams): Answer {
    const prefix = query.get("prefix") ?? "";
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    const start = Number(query.get("continuation-token") ?? 0);
    const end = start + PAGE;
    const contents = keys.slice(start, end).map((key) => `<Contents><Key>${escapeXml(key)}</Key></Contents>`);
    const next = end < keys.length ? `<NextContinuationToken>${end}</NextContinuationToken>` : "";
    return { status: 200, body: `<ListBucketResult>${contents.join("")}${next}</ListBucketResult>` };
  }

  function put(key: string, bytes: Buffer, { headers }: IncomingMessage): Answer {
    const there = objects.get(key)?.etag;
    const isMatch = headers["if-match"] === undefined || headers["if-match"] === there;
    const isNew = headers["if-none-match"] === undefined || there === undefined;
    if (!isMatch || !isNew) return { status: 412 };
    const etag = `"${createHash("md5").update(bytes).digest("hex")}"`;
    objects.set(key, { bytes, etag });
    return { status: 200, etag };
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const body = await buffer(request);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const key = decodeURIComponent(pathname.slice("/bucket/".length));
    if (request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 Credential=id/") !== true)
      return { status: 403 };
    if (pathname === "/bucket") return list(searchParams);
    if (request.method === "PUT") return put(key, body, request);
    if (request.method === "DELETE") {
      objects.delete(key);
      return { status: 204 };
    }
    const found = objects.get(key);
    return found === undefined ? { status: 404 } : { status: 200, body: found.bytes, etag: found.etag };
  }

  const server = createServer((request, response) => {
    void answer(request).then(({ status, body, etag }) => {
      response.writeHead(status, etag === undefined ? {} : { etag }).end(body);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    bucket: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
