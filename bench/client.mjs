import { Agent, request as send } from "node:http";
import { buffer } from "node:stream/consumers";
import { microseconds } from "./clock.mjs";

/** The tokens of a stream, without the item that repeats them at its end. */
async function tokensOf(answer, came = []) {
  let rest = "";
  for await (const part of answer) {
    const at = microseconds();
    const events = (rest + part).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      if (event.startsWith("id: ")) continue;
      for (const [, sent] of event.matchAll(/(\d+)#/g)) came.push({ sent: Number(sent), at });
    }
  }
  return came;
}

/** A client that keeps connections alive. */
export function client(base, headers = {}) {
  const agent = new Agent({ keepAlive: true, noDelay: true });

  /** A buffer is an archive, any other body is JSON. */
  function open(method, path, body, more = {}) {
    const isArchive = Buffer.isBuffer(body);
    const bytes = body === undefined || isArchive ? body : Buffer.from(JSON.stringify(body));
    const described = bytes && {
      "content-type": isArchive ? "application/gzip" : "application/json",
      "content-length": bytes.length,
    };
    return new Promise((resolve, reject) => {
      send(base + path, { method, agent, headers: { ...headers, ...described, ...more } }, resolve)
        .on("error", reject)
        .end(bytes);
    });
  }

  return {
    /** The bytes of a successful response. Throws for others. */
    async ask(method, path, body) {
      const answer = await open(method, path, body);
      const bytes = await buffer(answer);
      if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${bytes}`);
      return bytes;
    },
    /** Reads a stream to its end; returns when each token was sent and when it arrived, in µs. */
    async tokens(path, body) {
      const answer = await open("POST", path, body);
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${await buffer(answer)}`);
      return await tokensOf(answer);
    },
    /** Follows events; resolves when the response begins, with a function that stops reading and returns the tokens as `tokens` does. */
    async follow(path) {
      const answer = await open("GET", path, undefined, { accept: "text/event-stream" });
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${await buffer(answer)}`);
      const came = [];
      let isLeft = false;
      const read = tokensOf(answer, came).catch((error) => {
        if (!isLeft) throw error;
      });
      return async () => {
        isLeft = true;
        answer.destroy();
        await read;
        return came;
      };
    },
    close: () => agent.destroy(),
  };
}
