import type { SessionRecord } from "./session.ts";

/** Whether a session is idle and was last active before a time, in milliseconds since 1970. */
export function isIdleSince({ state }: Pick<SessionRecord, "state">, time: number): boolean {
  return state.status === "idle" && Date.parse(state.last_active_at) < time;
}
