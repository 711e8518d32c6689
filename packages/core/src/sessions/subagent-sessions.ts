import type { DomainError } from "../domain/errors/domain-error.ts";
import { invalidAt } from "../domain/errors/invalid-field.ts";
import type { Store } from "../ports/store.ts";
import { logSlices } from "./log-slices.ts";
import type { Parent } from "../domain/sessions/parent.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";

export function takesNoMessages({ session_id }: Parent): DomainError {
  return invalidAt(
    "#/session_id",
    `A subagent's session accepts no messages. Write to session ${session_id}, or fork the subagent's session.`,
  );
}

/** Whether the current turn has open subagents. */
export function hasSubagents({ state }: SessionRecord): boolean {
  return (state.current_turn?.subagents?.open.length ?? 0) > 0;
}

/** The ids of the subagents' sessions that a session made, as far as they still exist. */
export async function* subagentSessions(
  { events, sessions }: Store,
  tenant: string,
  workspaceId: string,
  id: string,
): AsyncGenerator<string, void> {
  const whole = { tenant, id, state: {} };
  for await (const slice of logSlices({ events }, whole, { after: 0, through: Infinity })) {
    for (const event of slice) {
      if (event.type !== "item.started" || event.child_session_id === undefined) continue;
      const child = await sessions.get(tenant, workspaceId, event.child_session_id);
      if (child?.parent?.session_id === id) yield child.id;
    }
  }
}
