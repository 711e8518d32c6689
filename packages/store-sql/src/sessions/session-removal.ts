import { isIdleSince } from "@workspace-agent/core/internal";
import type { RemovalCondition } from "@workspace-agent/core/ports";
import type { Executor } from "../executor.ts";
import { pageParameters } from "../newest-first.ts";
import { nextTask } from "../next-task.ts";
import { stateFromRow } from "./session-row.ts";
import type { SessionStatements } from "./session-statements.ts";

/** Events or messages that are removed at once: few enough for other work to get its turn between. */
const SLICE = 1_000;
/** Sessions that are removed at once at most, however short: each takes some statements. */
const GROUP = 100;

interface OfSession {
  readonly tenant: string;
  readonly id: string;
}

/** Removes the end of a log, slice by slice, until a slice is left. */
async function shorten(
  executor: Executor,
  { sliceStart, deleteFrom }: SessionStatements["logs"][number],
  session: OfSession,
): Promise<void> {
  for (;;) {
    const [start] = await executor.read(sliceStart({ ...session, size: SLICE }));
    if (start === undefined) return;
    await executor.write(deleteFrom({ ...session, seq: Number(start.seq) }));
    await nextTask();
  }
}

/** One transaction: removes a session that is short, and marks a longer one, which nobody sees from then on. */
async function removeOrMark(
  executor: Executor,
  statements: SessionStatements,
  session: OfSession,
  {
    condition,
    isShortened = false,
  }: { readonly condition?: RemovalCondition; readonly isShortened?: boolean } = {},
): Promise<"not removed" | "marked" | "removed"> {
  return executor.atomic(async (together) => {
    // Of two that remove it at once, one keeps what it used.
    const [row] = await together.read(statements.lockForRemoval(session));
    if (row === undefined) return "not removed";
    const mayGo =
      condition === undefined ||
      (row.status !== "deleted" && isIdleSince({ state: stateFromRow(row) }, condition.idleSince));
    if (!mayGo) return "not removed";
    const owned = { tenant: session.tenant, owner: session.id };
    const isLong = async () => Number(row.next_seq) > SLICE || statements.blobs.isLong(together, owned);
    if (!isShortened && (await isLong())) {
      await together.write(statements.markDeleted(session));
      return "marked";
    }
    await statements.blobs.release(together, session.tenant, [session.id]);
    await together.write(statements.usage.keep(session));
    await together.write(statements.usage.delete(session));
    await together.write(statements.delete(session));
    return "removed";
  });
}

/**
 * Removes a session, and returns whether it was there and met the condition. Its row goes last, with what is left of a long log and its
 * blobs, so that a removal that breaks off can be finished by the mark; what it used stays counted.
 */
export async function removeSession(
  executor: Executor,
  statements: SessionStatements,
  session: OfSession,
  condition?: RemovalCondition,
): Promise<boolean> {
  const first = await removeOrMark(executor, statements, session, { ...(condition && { condition }) });
  if (first !== "marked") return first === "removed";
  for (const log of statements.logs) await shorten(executor, log, session);
  await statements.blobs.shorten(executor, { tenant: session.tenant, owner: session.id });
  await removeOrMark(executor, statements, session, { isShortened: true });
  return true;
}

/**
 * The same for the sessions of a workspace, group by group, before the workspace's row. Those that are long or
 * whose removal has begun go last; nobody else finds the blobs of the latter by the workspace.
 */
export async function removeSessions(
  executor: Executor,
  statements: SessionStatements,
  workspace: { readonly tenant: string; readonly workspace_id: string },
): Promise<void> {
  const { tenant } = workspace;
  for (;;) {
    const page = await executor.read(statements.list({ ...workspace, ...pageParameters({ limit: GROUP }) }));
    let events = 0;
    const tooMany = page.findIndex(({ next_seq }) => (events += Number(next_seq)) > SLICE);
    if (page.length === 0) break;
    const group = page.slice(0, tooMany === -1 ? GROUP : Math.max(tooMany, 1));
    await executor.atomic(async (together) => {
      for (const { id } of group) await removeOrMark(together, statements, { tenant, id });
    });
    await nextTask();
  }
  for (const { id } of await executor.read(statements.listLong({ ...workspace, size: SLICE }))) {
    await removeSession(executor, statements, { tenant, id });
  }
}
