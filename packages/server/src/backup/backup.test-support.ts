import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { AcceptedTurn, Message, Session, Turn } from "@workspace-agent/core/schemas";
import { describe, expect, it, onTestFinished } from "vitest";
import { newWorkspace, stepLines, steps } from "../main.test-support.ts";
import { Caller, MAIN, startServer, stopServer } from "../running-server.test-support.ts";
import { removeTree } from "./copy-tree.ts";

const STEPS = 10;

/** Runs `backup` or `restore` of the server as it is built, and returns what it printed. */
export async function runWord(word: "backup" | "restore", folder: string, dataDir: string): Promise<string> {
  const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", DATA_DIR: dataDir };
  return (await promisify(execFile)(process.execPath, [MAIN, word, folder], { env })).stdout;
}

/** What a caller sees of a workspace. */
function viewOf(caller: Caller, workspace: string) {
  const path = `/api/workspaces/${workspace}`;
  return {
    messages: (session: string) => caller.get<Message[]>(`${path}/messages?session_id=${session}&limit=500`),
    file: async (name: string) => (await caller.fetch(`${path}/agent/files?path=${name}`)).text(),
    sessions: () => caller.get<Session[]>(`${path}/sessions?limit=500`),
    ended: ({ session_id, turn_id }: AcceptedTurn) =>
      caller.get<Turn>(`${path}/sessions/${session_id}/turns/${turn_id}?wait=60`),
    status: async ({ session_id, turn_id }: AcceptedTurn) =>
      (await caller.get<Turn>(`${path}/sessions/${session_id}/turns/${turn_id}`)).status,
    send: (message: string) => caller.send<AcceptedTurn>("POST", `${path}/chat`, { mode: "async", message }),
  };
}

/** Steps that write to a file of their own. */
const into = (file: string, pause = 0) =>
  steps(STEPS, (step) => `sleep ${pause}; echo step ${step} >> ${file}`);

/** Backs up a server while turns run, and restores each backup. */
export function describeBackups({
  sandbox,
  turns,
  backups,
}: {
  readonly sandbox: string;
  readonly turns: number;
  readonly backups: number;
}): void {
  describe(`a backup of a server with the sandbox ${sandbox} that runs ${turns} turns`, () => {
    it("is restored in another folder with transcripts, files and tokens, and finishes what had been accepted", async () => {
      const dir = await mkdtemp(join(tmpdir(), "backups-"));
      onTestFinished(() => removeTree(dir));
      const start = async (dataDir: string) => {
        const server = await startServer({ DATA_DIR: dataDir, MODEL: "rehearsal", SANDBOX: sandbox });
        onTestFinished(async () => {
          await stopServer(server, "SIGKILL");
        });
        return server;
      };
      const original = join(dir, "data");
      const first = await start(original);
      const caller = await Caller.signIn(first);
      const workspace = await newWorkspace(caller);
      const before = viewOf(caller, workspace);
      const done = await before.send(into("done.txt"));
      expect(await before.ended(done)).toMatchObject({ stop_reason: "end_turn" });
      const transcript = await before.messages(done.session_id);

      const restored: { readonly dataDir: string; readonly accepted: readonly AcceptedTurn[] }[] = [];
      for (let number = 0; number < backups; number++) {
        const files = Array.from({ length: turns }, (_, index) => `turn-${number}-${index}.txt`);
        const accepted = await Promise.all(files.map((file) => before.send(into(file, 0.5))));
        const [folder, dataDir] = [join(dir, `backup-${number}`), join(dir, `restored-${number}`)];
        expect(await runWord("backup", folder, original)).toMatch(
          /has 1 workspaces, \d+ sessions and \d+ files/,
        );
        const statuses = await Promise.all(accepted.map(before.status));
        expect(statuses.some((status) => status === "running" || status === "queued")).toBe(true);
        await expect(runWord("restore", folder, original)).rejects.toThrow(
          /Another process has the database/,
        );
        await runWord("restore", folder, dataDir);
        restored.push({ dataDir, accepted });
      }
      await stopServer(first, "SIGKILL");

      for (const [number, { dataDir, accepted }] of restored.entries()) {
        const second = await start(dataDir);
        // The token of the server that was backed up.
        const after = viewOf(caller.at(second.base), workspace);
        expect(await after.messages(done.session_id)).toEqual(transcript);
        expect(await after.file("done.txt")).toBe(stepLines(STEPS));
        for (const [index, each] of accepted.entries()) {
          expect(await after.ended(each)).toMatchObject({ status: "completed", stop_reason: "end_turn" });
          // A step that had begun is not repeated: it may have run after the copy of its file.
          const lines = (await after.file(`turn-${number}-${index}.txt`)).trimEnd().split("\n");
          expect(new Set(lines).size).toBe(lines.length);
          expect(lines.length).toBeGreaterThanOrEqual(STEPS - 1);
        }
        expect(await after.ended(await after.send(into("later.txt")))).toMatchObject({
          stop_reason: "end_turn",
        });
        await stopServer(second);
      }
    });
  });
}
