import { execFileSync } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  Caller,
  runProgram,
  startServer,
  stopServer,
} from "../../packages/server/src/running-server.test-support.ts";
import { newFolder } from "../new-folder.test-support.ts";

/** What the earlier version returned for each path, and what it left unfinished when it was killed. */
interface Earlier {
  readonly token: string;
  readonly answers: Readonly<Record<string, unknown>>;
  /** The latest entries of the audit log, newest first. */
  readonly entries: readonly { readonly seq: number; readonly hash: string }[];
  /** The workspace with the most content. */
  readonly atlas: string;
  readonly first: string;
  /** A session that waits for a person. */
  readonly asking: SessionPath;
  /** A session whose command ran when the server was killed. */
  readonly killed: SessionPath;
}

interface SessionPath {
  readonly id: string;
  readonly session_id: string;
}

interface Idle {
  readonly status: string;
  readonly last_turn: { readonly stop_reason: string | null };
}

/**
 * The data of a server of that day, SQLite and files, which was killed with SIGKILL. Its migrations end with 0024, before
 * schedules, batches, snapshots and owners. Its request to a person expires in a hundred years, so that it can be answered.
 */
const VERSION = "2026-11-23";
const of = (name: string) => join(import.meta.dirname, name);

async function earlierData(): Promise<string> {
  const data = join(await newFolder(), "data");
  await mkdir(data, { mode: 0o700 });
  execFileSync("tar", ["-xzf", of(`data-of-${VERSION}.tar.gz`), "-C", data]);
  return data;
}

async function read(caller: Caller, path: string): Promise<unknown> {
  const headers = path.includes("/events") ? { accept: "application/json" } : {};
  const response = await caller.fetch(path, { headers });
  const text = await response.text();
  expect([path, response.status]).toEqual([path, 200]);
  return response.headers.get("content-type")?.includes("json") === true ? JSON.parse(text) : text;
}

test("the data of an earlier version are read, and what it left unfinished is finished", async () => {
  const earlier = JSON.parse(await readFile(of(`answers-of-${VERSION}.json`), "utf8")) as Earlier;
  const data = await earlierData();
  const env = { DATA_DIR: data, MODEL: "rehearsal", SANDBOX: "interpreter" };
  const server = await startServer(env);
  onTestFinished(async () => {
    await stopServer(server);
  });
  const caller = new Caller(server.base, earlier.token);
  const idle = ({ id, session_id }: SessionPath) =>
    caller.get<Idle>(`/api/workspaces/${id}/sessions/${session_id}?wait=30`);

  for (const [path, answer] of Object.entries(earlier.answers)) {
    const now = await read(caller, path);
    if (typeof answer === "string") expect([path, now]).toEqual([path, answer]);
    else expect([path, now]).toMatchObject([path, answer]);
  }
  const bytes = await caller.fetch(`/api/workspaces/${earlier.atlas}/agent/files?path=data%2Fbytes.bin`);
  expect(await bytes.bytes()).toEqual(Uint8Array.from({ length: 2048 }, (_, index) => (index * 37) % 256));

  const { killed, asking } = earlier;
  // Its time has been over since that day.
  expect(await idle(killed)).toMatchObject({ status: "idle", last_turn: { stop_reason: "max_time" } });

  const ofAsking = `/api/workspaces/${asking.id}/sessions/${asking.session_id}`;
  const { pending_requests } = await caller.get<{ pending_requests: { id: string; subject_hash: string }[] }>(
    ofAsking,
  );
  for (const { id, subject_hash } of pending_requests)
    await caller.send("POST", `${ofAsking}/requests/${id}`, { decision: "allow", subject_hash });
  expect(pending_requests).toHaveLength(1);
  expect(await idle(asking)).toMatchObject({ status: "idle", last_turn: { stop_reason: "end_turn" } });
  expect(await read(caller, `/api/workspaces/${asking.id}/agent/files?path=approved.txt`)).toBe("approved\n");

  // The secret of an earlier version is decrypted for a command of this one.
  const turn = await caller.send<{ final_message: string }>("POST", `/api/workspaces/${earlier.atlas}/chat`, {
    mode: "sync",
    session_id: earlier.first,
    message: "```sh\nprintf '%s' \"$KEY\" | wc -c; cat notes/a.md\n```",
  });
  expect(turn.final_message).toMatch(/\b17\b[^]*Äpfel/);

  // The chain of the audit log goes on.
  const exported = join(data, "audit.ndjson");
  expect(await runProgram(["audit", "export", exported], { DATA_DIR: data })).toMatchObject({ code: 0 });
  const [newest] = earlier.entries;
  const verified = ["audit", "verify", exported, "--contains", newest?.hash ?? ""];
  expect(await runProgram(verified, { DATA_DIR: data })).toMatchObject({ code: 0 });
  expect((await readFile(exported, "utf8")).split("\n").length).toBeGreaterThan(newest?.seq ?? 0);
});
