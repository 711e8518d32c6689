import { request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { mkdirSync } from "node:fs";
import { median, row, times } from "../figures.mjs";
import { inFolder, signIn, startProgram, startServer } from "../server.mjs";

const MEBIBYTE = 1_048_576;
const SIZE = 100 * MEBIBYTE;
const ROUNDS = 7;
const LEAST_RATIO = 0.6;
const FILE_SERVER = join(import.meta.dirname, "..", "file-server.mjs");
const CHUNK = Buffer.alloc(MEBIBYTE, "bench ");

function* body() {
  for (let sent = 0; sent < SIZE; sent += CHUNK.length) yield CHUNK;
}

/** Milliseconds of one request with its complete response. Throws for a failed or short one. */
function timed(url, method, headers = {}) {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const length = method === "PUT" ? { "content-length": SIZE } : {};
    const sent = request(url, { method, headers: { ...headers, ...length }, agent: false }, (answer) => {
      let received = 0;
      answer.on("data", (bytes) => (received += bytes.length));
      answer.on("error", reject);
      answer.on("end", () => {
        if (answer.statusCode >= 300) reject(new Error(`${method} ${url}: ${answer.statusCode}`));
        else if (method === "GET" && received !== SIZE) reject(new Error(`${received} bytes came`));
        else resolve(performance.now() - begun);
      });
    });
    sent.on("error", reject);
    if (method === "PUT") Readable.from(body()).pipe(sent);
    else sent.end();
  });
}

export async function measure() {
  return await inFolder(async (folder) => {
    const [data, plain] = [join(folder, "data"), join(folder, "plain")];
    mkdirSync(plain);
    const server = await startServer(data);
    const bare = await startProgram(FILE_SERVER, { FOLDER: plain });
    try {
      const { authorization, call } = await signIn(server);
      const made = await call("POST", "/api/workspaces", JSON.stringify({ name: "files" }));
      const { id } = await made.json();
      const ours = `${server.base}/api/workspaces/${id}/agent/files?path=file`;
      const spent = { PUT: { ours: [], bare: [] }, GET: { ours: [], bare: [] } };
      for (let round = 0; round < ROUNDS; round++)
        for (const method of ["PUT", "GET"]) {
          spent[method].bare.push(await timed(bare.base, method));
          spent[method].ours.push(await timed(ours, method, { authorization }));
        }
      return ["PUT", "GET"].map((method) => lineOf(method, spent[method]));
    } finally {
      await bare.stop();
      await server.stop();
    }
  });
}

function lineOf(method, spent) {
  const [ms, bareMs] = [median(spent.ours), median(spent.bare)];
  const speed = (took) => `${Math.round(SIZE / MEBIBYTE / (took / 1000)).toLocaleString("en")} MiB/s`;
  const ratio = bareMs / ms;
  return row(`${method} of a file of 100 MiB`, {
    measured: `${speed(ms)} (${times(ratio)} bare)`,
    bare: speed(bareMs),
    budget: `≥ ${times(LEAST_RATIO)} bare`,
    isMet: ratio >= LEAST_RATIO,
    figures: spent,
  });
}
