import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { Machines, type Machine } from "./machine.test-support.ts";

const FLAG_END = 2;

/** A message of a Connect stream: a byte of flags, the length, the JSON. */
function message(value: unknown, flags = 0): Buffer {
  const json = Buffer.from(JSON.stringify(value));
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(json.length, 1);
  return Buffer.concat([head, json]);
}

interface Start {
  readonly process: { readonly args: readonly string[]; readonly envs?: Record<string, string> };
}

/** The part of E2B's API that the recipe uses: sandboxes by REST, commands by Connect, files by HTTP; all on one address. */
export async function fakeE2b() {
  const machines = new Machines();
  let lastPid = 0;
  const sandboxOf = (id: string) => ({
    ...{ sandboxID: id, templateID: "base", clientID: "client", envdVersion: "0.4.0", alias: "base" },
    ...{ state: "running", cpuCount: 1, memoryMB: 512, diskSizeMB: 512, metadata: { workspace: id } },
    ...{ startedAt: new Date().toISOString(), endAt: new Date().toISOString() },
  });
  const json = (response: ServerResponse, value: unknown, status = 200) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));

  async function start(machine: Machine, { process }: Start, response: ServerResponse): Promise<void> {
    const pid = ++lastPid;
    const running = await machine.start(String(pid), process.args.at(-1) ?? "", process.envs);
    response.writeHead(200, { "content-type": "application/connect+json" });
    response.write(message({ event: { start: { pid } } }));
    for (const stream of ["stdout", "stderr"] as const)
      for await (const chunk of running[stream])
        response.write(message({ event: { data: { [stream]: Buffer.from(chunk).toString("base64") } } }));
    const exitCode = await machine.exitOf(String(pid));
    response.write(
      message({ event: { end: { exitCode, exited: true, status: `exit status ${exitCode}` } } }),
    );
    response.end(message({}, FLAG_END));
  }

  async function files(
    machine: Machine,
    path: string,
    body: Buffer,
    { method }: IncomingMessage,
    response: ServerResponse,
  ) {
    if (method === "POST") {
      const start = body.indexOf("\r\n\r\n") + 4;
      const boundary = body.subarray(0, body.indexOf("\r\n"));
      await machine.write(path, body.subarray(start, body.indexOf(`\r\n${boundary.toString()}`, start)));
      json(response, [{ name: path, path, type: "file" }]);
      return;
    }
    const bytes = await machine.read(path);
    if (bytes === null) json(response, { code: 404, message: "file not found" }, 404);
    else response.writeHead(200, { "content-type": "application/octet-stream" }).end(bytes);
  }

  async function inSandbox(
    machine: Machine,
    url: URL,
    body: Buffer,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    if (url.pathname === "/files")
      return files(machine, url.searchParams.get("path") ?? "", body, request, response);
    if (url.pathname === "/process.Process/Start")
      return start(machine, JSON.parse(body.subarray(5).toString()) as Start, response);
    if (url.pathname === "/process.Process/SendSignal") {
      const { process } = JSON.parse(body.toString()) as { readonly process: { readonly pid: number } };
      await machine.kill(String(process.pid));
    }
    return void json(response, {});
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const url = new URL(request.url ?? "/", "http://localhost");
    const inside = request.headers["e2b-sandbox-id"];
    if (typeof inside === "string") {
      const machine = machines.get(inside);
      if (machine === undefined)
        return void json(response, { code: 502, message: "The sandbox is gone." }, 502);
      return inSandbox(machine, url, body, request, response);
    }
    if (request.headers["x-api-key"] !== "key")
      return void json(response, { code: 401, message: "No key." }, 401);
    if (request.method === "GET") return void json(response, machines.names.map(sandboxOf));
    const id = url.pathname
      .split("/")
      .find((part, index, all) => all[index - 1] === "sandboxes" && part !== "");
    if (id === undefined) {
      const options = JSON.parse(body.toString()) as { readonly metadata: { readonly workspace: string } };
      await machines.create(options.metadata.workspace, options);
      return void json(response, sandboxOf(options.metadata.workspace), 201);
    }
    if (request.method !== "DELETE") return void json(response, sandboxOf(id));
    machines.remove(id);
    response.writeHead(204).end();
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    machines,
    access: { apiKey: "key", apiUrl: address, sandboxUrl: address },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
