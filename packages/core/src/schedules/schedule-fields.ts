import { NEW_SESSION } from "../domain/schedules/schedule.ts";

/** A time of a request as it is stored. */
export function timeOrNull(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

/** The `session` of a request as it is stored. */
export function sessionIdOf(session: string): string | null {
  return session === NEW_SESSION ? null : session;
}
