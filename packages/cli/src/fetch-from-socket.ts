import { request, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { socketOf } from "./socket-path.ts";

/** A `fetch` that sends requests to the socket of a data folder. */
export const fetchFromSocket =
  (dataDir: string) =>
  async (asked: Request): Promise<Response> => {
    const { pathname, search } = new URL(asked.url);
    const body = Buffer.from(await asked.arrayBuffer());
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(
        {
          socketPath: socketOf(dataDir),
          path: pathname + search,
          method: asked.method,
          headers: { ...Object.fromEntries(asked.headers), host: "localhost", "content-length": body.length },
        },
        resolve,
      );
      sent.once("error", reject);
      sent.end(body);
    });
    const headers = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
      (values ?? []).map((value): [string, string] => [name, value]),
    );
    const status = answer.statusCode ?? 0;
    const isEmpty = status === 204 || status === 304;
    if (isEmpty) answer.resume();
    return new Response(isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>), {
      status,
      headers,
    });
  };
