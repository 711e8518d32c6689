import * as v from "valibot";
import type { ChangeHint } from "../../ports/cluster-store.ts";
import { ItemDeltaSchema } from "../../domain/sessions/event.ts";

/** The content of a delta hint: a piece, and the seq of the last event that was published before it. */
const RelayedDeltaSchema = v.object({ after: v.number(), delta: ItemDeltaSchema });
export type RelayedDelta = v.InferOutput<typeof RelayedDeltaSchema>;

export function deltaHint(relayed: RelayedDelta): ChangeHint {
  return { type: "deltas", session_id: relayed.delta.session_id, deltas: JSON.stringify(relayed) };
}

/** Null for other text: other programs may notify on the channel too. */
export function readDeltaHint(text: string): RelayedDelta | null {
  try {
    const value: unknown = JSON.parse(text);
    return v.is(RelayedDeltaSchema, value) ? value : null;
  } catch {
    return null;
  }
}
