import { ItemDeltaSchema, SessionEventSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";

const { item_id, turn_id, kind, offset, text } = ItemDeltaSchema.entries;

export const SyncSchema = v.strictObject({
  through_seq: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The items that are being created with their text so far, as far as known. */
  in_progress: v.array(v.strictObject({ item_id, turn_id, kind, offset, text })),
});

/** An event of a stream. */
export const StreamedEventSchema = v.union([SessionEventSchema, ItemDeltaSchema, SyncSchema]);
