import type { Executor } from "../executor.ts";
import { nextTask } from "../next-task.ts";
import type { SessionStatements } from "./session-statements.ts";

/** Events or messages that are removed at once: few enough for other work to get its turn between. */
const SLICE = 1_000;

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

/**
 * Removes a session. One with a long log is marked first: from then on nobody sees it. Its row goes last, with what is
 * left of the log, so that a removal that breaks off can be finished by the mark; what it used stays counted.
 */
export async function removeSession(
  executor: Executor,
  statements: SessionStatements,
  session: OfSession,
): Promise<void> {
  for (const log of statements.logs) {
    const [start] = await executor.read(log.sliceStart({ ...session, size: SLICE }));
    if (start === undefined) continue;
    await executor.write(statements.markDeleted(session));
    await shorten(executor, log, session);
  }
  await executor.atomic(async (together) => {
    // Of two that remove it at once, one keeps what it used.
    if ((await together.read(statements.lockForRemoval(session))).length === 0) return;
    await together.write(statements.usage.keep(session));
    await together.write(statements.usage.delete(session));
    await together.write(statements.delete(session));
  });
}

/** The same for those sessions of a workspace that are long, before the workspace's row takes the others with it. */
export async function removeLongSessions(
  executor: Executor,
  statements: SessionStatements,
  workspace: { readonly tenant: string; readonly workspaceId: string },
): Promise<void> {
  for (const { id } of await executor.read(statements.listLong({ ...workspace, size: SLICE }))) {
    await removeSession(executor, statements, { tenant: workspace.tenant, id });
  }
}
