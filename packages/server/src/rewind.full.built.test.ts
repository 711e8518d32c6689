import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { tarGzStream, type ArchiveInput } from "@workspace-agent/archives";
import type { Rewound, Session, SessionEvent, Snapshot } from "@workspace-agent/core/schemas";
import { expect, it } from "vitest";
import { newWorkspace, serversOn, steps } from "./main.test-support.ts";
import { Caller } from "./running-server.test-support.ts";

const KILLS = 30;
const FILES = 400;

async function* contents(version: string): AsyncGenerator<ArchiveInput, void> {
  for (let n = 0; n < FILES; n++) {
    const bytes = new TextEncoder().encode(`${version} ${n} ${"x".repeat(n * 10)}`);
    yield {
      path: `d${n % 7}/f${n}`,
      type: "file",
      size: bytes.length,
      executable: false,
      mtime: 0,
      body: () => Promise.resolve(bytes),
    };
    await Promise.resolve();
  }
}

it(`a server that is killed ${KILLS} times during a rewind says so in the log, lets no turn run on half of the files, and finishes when it is asked again`, async () => {
  const { start, dir } = await serversOn({ SANDBOX: "interpreter" });
  let server = await start();
  let caller = await Caller.signIn(server);
  const id = await newWorkspace(caller);
  const workspace = `/api/workspaces/${id}`;

  const unpack = async (version: string) => {
    const body = await new Response(tarGzStream(contents(version))).bytes();
    const init = { method: "POST", body, headers: { "content-type": "application/gzip" } };
    expect((await caller.fetch(`${workspace}/agent/dirs/unpack?path=`, init)).ok).toBe(true);
  };
  /** How many files have each version. */
  const versions = async () => {
    const files = join(dir, "files", "workspaces", id, "files");
    const counts: Record<string, number> = {};
    for (const path of await readdir(files, { recursive: true, withFileTypes: true })) {
      if (!path.isFile() || path.name.startsWith(".wa-tmp-") || path.name === "marker") continue;
      const [version = ""] = (await readFile(join(path.parentPath, path.name), "utf8")).split(" ");
      counts[version] = (counts[version] ?? 0) + 1;
    }
    return counts;
  };

  await unpack("one");
  const message = steps(1, () => "echo here > marker");
  const chat = (text: string, session?: string) =>
    caller.fetch(`${workspace}/chat`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        message: text,
        mode: "sync",
        ...(session !== undefined && { session_id: session }),
      }),
    });
  const { session_id, turn_id } = (await (await chat(message)).json()) as {
    session_id: string;
    turn_id: string;
  };
  const session = `${workspace}/sessions/${session_id}`;
  expect(await caller.get<Snapshot[]>(`${workspace}/snapshots`)).toMatchObject([{ kind: "auto", turn_id }]);
  const rewind = () =>
    caller.send<Rewound>("POST", `${session}/rewind`, { to_turn: turn_id, restore: "files", force: true });

  await unpack("two");
  const begun = performance.now();
  await rewind();
  const took = performance.now() - begun;
  expect(await versions()).toEqual({ one: FILES });

  let interrupted = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    await unpack("two");
    const { last_seq } = await caller.get<Session>(session);
    const cutOff = rewind().catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, (took * kill) / KILLS));
    server.process.kill("SIGKILL");
    await server.exited;
    await cutOff;
    server = await start();
    caller = caller.at(server.base);
    const page = `${session}/events?after=${last_seq}`;
    const answer = await caller.fetch(page, { headers: { accept: "application/json" } });
    const events = (await answer.json()) as SessionEvent[];
    const found = await versions();
    const last = events.at(-1)?.type;
    if (last === undefined) expect(found).toEqual({ two: FILES });
    if (last === "session.rewound") expect(found).toEqual({ one: FILES });
    if (last === "session.rewinding") {
      interrupted++;
      expect((found["one"] ?? 0) + (found["two"] ?? 0)).toBe(FILES);
      expect((await chat("go on", session_id)).status).toBe(409);
    }
    await rewind();
    expect(await versions()).toEqual({ one: FILES });
  }
  expect(interrupted, "no rewind was under way").toBeGreaterThan(0);
  expect((await chat("go on", session_id)).status).toBe(200);
}, 900_000);
