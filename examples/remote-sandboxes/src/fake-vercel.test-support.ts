import { gunzipSync } from "node:zlib";
import { Machines, type Machine } from "./machine.test-support.ts";

interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  readonly wait?: boolean;
}

function streamOf(chunks: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
}

/** The files of an uncompressed tar archive. */
function* tarFiles(bytes: Buffer): Generator<readonly [path: string, content: Buffer]> {
  const text = (from: number, length: number) =>
    bytes
      .subarray(from, from + length)
      .toString()
      .replace(/\0.*$/s, "");
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    const [name, prefix] = [text(at, 100), text(at + 345, 155)];
    yield [prefix === "" ? name : `${prefix}/${name}`, bytes.subarray(at + 512, at + 512 + size)];
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

/** The part of Vercel's API that the recipe uses, as a `fetch`. The session of a sandbox has the sandbox's name as its id. */
export function fakeVercel() {
  const machines = new Machines();
  const commands = new Map<
    string,
    { readonly sessionId: string; readonly of: Command; exitCode: number | null }
  >();
  const time = Date.now();
  const sessionOf = (name: string) => ({
    ...{
      id: name,
      memory: 2048,
      vcpus: 1,
      region: "iad1",
      timeout: 1,
      status: "running",
      cwd: "/vercel/sandbox",
    },
    ...{ requestedAt: time, createdAt: time, updatedAt: time },
  });
  const sandboxOf = (name: string) => ({
    sandbox: {
      name,
      persistent: true,
      currentSessionId: name,
      status: "running",
      createdAt: time,
      updatedAt: time,
    },
    session: sessionOf(name),
    routes: [],
  });
  const json = (value: unknown, status = 200) => Response.json(value, { status });
  const lines = (body: ReadableStream<Uint8Array>) =>
    new Response(body, { headers: { "content-type": "application/x-ndjson" } });
  const encode = (value: unknown) => new TextEncoder().encode(`${JSON.stringify(value)}\n`);
  const notFound = () => json({ error: { code: "not_found", message: "Not found." } }, 404);

  function commandOf(id: string) {
    const found = commands.get(id);
    if (found === undefined) return {};
    const { sessionId, of, exitCode } = found;
    return {
      command: { id, name: of.command, args: of.args, cwd: "/", sessionId, exitCode, startedAt: time },
    };
  }

  async function* output(machine: Machine, id: string): AsyncGenerator<Uint8Array, void> {
    const running = machine.running.get(id);
    for (const stream of ["stdout", "stderr"] as const)
      for await (const chunk of running?.[stream] ?? [])
        yield encode({ stream, data: new TextDecoder().decode(chunk) });
  }

  async function finish(machine: Machine, id: string) {
    const command = commands.get(id);
    if (command !== undefined) command.exitCode = await machine.exitOf(id);
    return commandOf(id);
  }

  async function run(machine: Machine, sessionId: string, of: Command): Promise<Response> {
    const id = crypto.randomUUID();
    commands.set(id, { sessionId, of, exitCode: null });
    const script = of.command === "bash" ? (of.args[1] ?? "") : [of.command, ...of.args].join(" ");
    await machine.start(id, script, of.env);
    if (of.wait !== true) return json(commandOf(id));
    async function* all() {
      yield encode(commandOf(id));
      yield* output(machine, id);
      yield encode(await finish(machine, id));
    }
    return lines(streamOf(all()));
  }

  async function ofSession(
    machine: Machine,
    id: string,
    [what, command, action]: string[],
    request: Request,
  ) {
    if (what === "fs" && command === "write") {
      const archive = gunzipSync(Buffer.from(await request.arrayBuffer()));
      for (const [path, content] of tarFiles(archive)) await machine.write(`/${path}`, content);
      return json({});
    }
    if (what === "fs") {
      const bytes = await machine.read(((await request.json()) as { path: string }).path);
      if (bytes === null) return notFound();
      return new Response(bytes, { headers: { "content-type": "application/octet-stream" } });
    }
    if (command === undefined) return run(machine, id, (await request.json()) as Command);
    if (action === "logs") return lines(streamOf(output(machine, command)));
    if (action === "kill") await machine.kill(command);
    return json(
      new URL(request.url).searchParams.has("wait") ? await finish(machine, command) : commandOf(command),
    );
  }

  async function answer(request: Request): Promise<Response> {
    if (request.headers.get("authorization") !== "Bearer token") return json({}, 403);
    const [, , , , ...path] = new URL(request.url).pathname.split("/");
    const [name = "", id = "", ...rest] = path.map(decodeURIComponent);
    if (name === "sessions") {
      const machine = machines.get(id);
      return machine === undefined ? notFound() : ofSession(machine, id, rest, request);
    }
    if (name === "") {
      const options = (await request.json()) as { readonly name: string };
      await machines.create(options.name, options);
      return json(sandboxOf(options.name));
    }
    if (machines.get(name) === undefined) return notFound();
    if (request.method === "DELETE") machines.remove(name);
    return json(sandboxOf(name));
  }

  const fetch: typeof globalThis.fetch = (input, init) => answer(new Request(input, init));
  return { machines, fetch };
}
