import { DomainError } from "../domain/errors/domain-error.ts";
import { actorOf } from "../domain/principals/actor.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { EventDraft, SessionEvent } from "../domain/sessions/event.ts";
import { currentRanges } from "../domain/sessions/rewinds.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import type { Rewound } from "../domain/snapshots/snapshot.ts";
import type { Store } from "../ports/store.ts";
import type { PathSample, RestoredSnapshot } from "../ports/volume-snapshots.ts";

const PAGE = 500;

const NOTHING: PathSample = { count: 0, paths: [] };

/** What a rewind does to files. */
interface FileChanges {
  readonly restored: Pick<RestoredSnapshot, "restored" | "removed" | "unchanged">;
  readonly conflicts: PathSample;
  /** Before it. */
  readonly ignored: PathSample;
}

export const NO_CHANGES: FileChanges = {
  restored: { restored: NOTHING, removed: NOTHING, unchanged: 0 },
  conflicts: NOTHING,
  ignored: NOTHING,
};

type RewindEvent = Extract<SessionEvent, { readonly type: "session.rewinding" | "session.rewound" }>;

/** Where a rewind leads, as its events say it. */
export type RewindFacts = Pick<RewindEvent, "through_seq" | "snapshot_id" | "safety_snapshot_id">;

/** Without the paths that were removed, or that were in a directory that was. */
function without({ count, paths }: PathSample, removed: PathSample): PathSample {
  const gone = new Set(removed.paths);
  const isGone = (path: string) =>
    path.split("/").some((_, depth, names) => gone.has(names.slice(0, depth + 1).join("/")));
  const left = paths.filter((path) => !isGone(path));
  return { count: count - (paths.length - left.length), paths: left };
}

export function toRewound(
  { restored: { restored, removed, unchanged }, conflicts, ignored: found }: FileChanges,
  { safety_snapshot_id, through_seq }: Pick<RewindFacts, "through_seq" | "safety_snapshot_id">,
): Rewound {
  const ignored = without(found, removed);
  return {
    restored: [...restored.paths],
    removed: [...removed.paths],
    unchanged,
    conflicts: [...conflicts.paths],
    ignored: [...ignored.paths],
    counts: {
      restored: restored.count,
      removed: removed.count,
      conflicts: conflicts.count,
      ignored: ignored.count,
    },
    safety_snapshot_id,
    through_seq,
  };
}

export function conflictError({ count, paths }: PathSample): DomainError {
  const files = count === 1 ? "a file" : `${count} files`;
  return new DomainError("rewind_conflict", `Others have changed ${files} that the rewind would change.`, {
    extra: { conflicts: [...paths] },
  });
}

export const rewindEvent = (
  type: RewindEvent["type"],
  principal: Principal,
  facts: RewindFacts,
): EventDraft => ({ type, turn_id: null, ...facts, by: actorOf(principal) });

/** How many messages a session has after a rewind by its next event. */
export async function messagesAfterRewind(
  { messages }: Pick<Store, "messages">,
  { tenant, id, state, next_seq: at }: SessionRecord,
  rewoundTo: number | null,
): Promise<number> {
  if (rewoundTo === null) return state.message_count;
  const rewinds = [...(state.rewinds ?? []), { at, through: rewoundTo }];
  let count = 0;
  for (const { after: from, through } of currentRanges({ rewinds }, { after: 0, through: at }))
    for (let after: number | undefined = from; after !== undefined;) {
      const page = await messages.page(tenant, id, { after, through, limit: PAGE });
      count += page.length;
      after = page.length < PAGE ? undefined : page.at(-1)?.seq;
    }
  return count;
}
