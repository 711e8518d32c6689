import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";

const NAME = "bucket";
const KEY_ID = "canary-key-id";
const SECRET = "canary-secret-access-key";

interface Stored {
  readonly content: Buffer;
  readonly at: Date;
}

export interface TestBucket {
  /** What a server that uses the bucket is given. */
  readonly settings: Readonly<Record<string, string>>;
  /** What no output may have. */
  readonly secrets: readonly string[];
  readonly keys: () => readonly string[];
  /** Answers each request with 403. */
  readonly refuse: () => void;
}

const refusal = (response: ServerResponse, status: number, code: string) =>
  response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);

/** The objects that a list names. */
function listOf(objects: ReadonlyMap<string, Stored>, query: URLSearchParams): string {
  const limit = Number(query.get("max-keys"));
  const found = [...objects]
    .filter(([key]) => key.startsWith(query.get("prefix") ?? "") && key > (query.get("start-after") ?? ""))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const contents = found
    .slice(0, limit)
    .map(([key, { content, at }]) => {
      const facts = `<Size>${content.length}</Size><LastModified>${at.toISOString()}</LastModified>`;
      return `<Contents><Key>${key}</Key>${facts}</Contents>`;
    })
    .join("");
  return `<ListBucketResult><IsTruncated>${found.length > limit}</IsTruncated>${contents}</ListBucketResult>`;
}

function sendObject(request: IncomingMessage, response: ServerResponse, stored: Stored | undefined): void {
  if (stored === undefined) {
    refusal(response, 404, "NoSuchKey");
    return;
  }
  const { content, at } = stored;
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  const start = Number(first ?? 0);
  const part = content.subarray(start, last === undefined || last === "" ? undefined : Number(last) + 1);
  const end = start + part.length - 1;
  response
    .writeHead(first === undefined ? 200 : 206, {
      "content-length": part.length,
      "last-modified": at.toUTCString(),
      ...(first !== undefined && { "content-range": `bytes ${start}-${end}/${content.length}` }),
    })
    .end(request.method === "HEAD" ? undefined : part);
}

/** A service with one empty bucket, until the end of the test. */
export async function givenBucket(prefix = ""): Promise<TestBucket> {
  const objects = new Map<string, Stored>();
  let refuses = false;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://host");
    const isKnown = String(request.headers.authorization).includes(`Credential=${KEY_ID}/`);
    if (refuses || !isKnown) return refusal(response, 403, "AccessDenied");
    const key = decodeURIComponent(pathname.slice(`/${NAME}/`.length));
    if (!pathname.startsWith(`/${NAME}`)) return refusal(response, 404, "NoSuchBucket");
    if (request.method === "POST") {
      for (const [, name = ""] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) objects.delete(name);
      return response.end("<DeleteResult/>");
    }
    if (request.method === "PUT") {
      if (request.headers["if-none-match"] === "*" && objects.has(key))
        return refusal(response, 412, "PreconditionFailed");
      objects.set(key, { content: body, at: new Date() });
      return response.end();
    }
    if (key === "") return response.end(listOf(objects, searchParams));
    sendObject(request, response, objects.get(key));
    return response;
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    settings: {
      FILES_BUCKET: `s3://${NAME}${prefix === "" ? "" : `/${prefix}`}`,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_STYLE: "path",
      AWS_ACCESS_KEY_ID: KEY_ID,
      AWS_SECRET_ACCESS_KEY: SECRET,
    },
    secrets: [KEY_ID, SECRET],
    keys: () => [...objects.keys()].toSorted(),
    refuse: () => {
      refuses = true;
    },
  };
}
