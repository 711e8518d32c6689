import { writeSync } from "node:fs";
import { DomainError, newId, type SessionEvent } from "@workspace-agent/core";
import type { SessionRecord, WorkspaceRecord } from "@workspace-agent/core/schemas";
import { sqliteStore } from "../sqlite-store.ts";
import type { ProgramInput, ProgramLine } from "./store-process.ts";

/** A process of its own for tests: opens a store, and holds it or writes to it until it is killed or fails. */
const input = JSON.parse(process.argv[2] ?? "") as ProgramInput;

function say(line: ProgramLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

const store = sqliteStore({ file: input.file });
try {
  await store.start();
  say({ started: true });
  while (input.write !== undefined) {
    const { workspace, session, event } = input.write;
    const id = newId("ws");
    const added: WorkspaceRecord = { ...workspace, id, name: id };
    const held: SessionRecord = { ...session, id: newId("ses"), workspace_id: id };
    const said: SessionEvent = { ...event, session_id: held.id };
    await store.transaction(async ({ workspaces, sessions, events }) => {
      await workspaces.insert(added);
      await sessions.insert(held);
      await events.append(held.tenant, held.id, [said]);
    });
    say({ committed: id });
  }
  setInterval(() => {}, 60_000);
} catch (error) {
  if (!DomainError.isInstance(error)) throw error;
  say({ failed: { code: error.code, detail: error.detail } });
  await store.close();
}
