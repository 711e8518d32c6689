import { nextTask } from "../runtime/next-task.ts";
import type { Repositories } from "../ports/store.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";

/** Events that are read and worked through at once. */
export const LOG_SLICE = 64;

/**
 * A log from after one seq up to another, slice by slice. Between two slices the rest of the process has its turn: a store may answer
 * without ever leaving the present task. Ends early where the session is deleted meanwhile.
 */
export async function* logSlices(
  { events }: Pick<Repositories, "events">,
  { tenant, id }: { readonly tenant: string; readonly id: string },
  { after: from, through }: { readonly after: number; readonly through: number },
): AsyncGenerator<readonly SessionEvent[], void> {
  for (let after = from; after < through;) {
    const limit = Math.min(LOG_SLICE, through - after);
    const slice = await events.page(tenant, id, { after, limit });
    if (slice.length > 0) yield slice;
    if (slice.length < limit) return;
    after = slice.at(-1)?.seq ?? through;
    await nextTask();
  }
}
