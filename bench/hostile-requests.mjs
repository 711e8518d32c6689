// A worker that sends requests with hostile headers of the largest accepted size, and counts the statuses of the answers.
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { atOnce } from "./at-once.mjs";

/** The parser accepts 16 KiB including the first line and the names. */
const HEADER_BYTES = 15 * 1024;

/** Texts that make regular expressions backtrack. */
const PIECES = [" ", "\t", "a ", "a;q=", ";", ",", "a, ", '"', 'W/"', "1-", "=", "/", ".", ":", "<", "x"];
const NAMES = [
  "accept",
  "accept-encoding",
  "range",
  "if-none-match",
  "if-match",
  "if-range",
  "if-modified-since",
  "authorization",
  "cookie",
  "content-type",
  "origin",
  "host",
  "traceparent",
  "x-request-id",
  "x-forwarded-for",
  "last-event-id",
  "idempotency-key",
];
const STARTS = { range: "bytes=", authorization: "Bearer " };

function headersOf(index) {
  const name = NAMES[index % NAMES.length];
  const piece = PIECES[Math.floor(index / NAMES.length) % PIECES.length];
  const text = piece.repeat(HEADER_BYTES / piece.length);
  // Spaces around a header are trimmed.
  return { authorization, [name]: `${STARTS[name] ?? ""}x${text}x` };
}

const { base, authorization, file, count, connections } = workerData;
const PATHS = ["/", "/api/workspaces", "/assets/none.js", "/healthz", "/mcp", "/api/auth/sign-in", file];
const agent = new Agent({ keepAlive: true, maxSockets: connections });

const send = (index) =>
  new Promise((resolve, reject) => {
    const method = index % 5 === 0 ? "POST" : "GET";
    request(base + PATHS[index % PATHS.length], { method, agent, headers: headersOf(index) }, (answer) =>
      answer.resume().on("end", () => resolve(answer.statusCode)),
    )
      .on("error", reject)
      .end();
  });

const statuses = {};
await atOnce(connections, count, async (index) => {
  const status = await send(index);
  statuses[status] = (statuses[status] ?? 0) + 1;
});
agent.destroy();
parentPort.postMessage(statuses);
