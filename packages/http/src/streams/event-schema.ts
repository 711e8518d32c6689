import { ItemDeltaSchema, SessionEventSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";

const { item_id, turn_id, kind, text } = ItemDeltaSchema.entries;

export const SyncSchema = v.strictObject({
  through_seq: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The items under way with their text so far, as far as they are known. */
  in_progress: v.array(v.strictObject({ item_id, turn_id, kind, text })),
});

/** The `data` of each event of a stream; its `event` field names which it is. */
export const StreamedEventSchema = v.pipe(
  v.union([SessionEventSchema, ItemDeltaSchema, SyncSchema]),
  v.description("The `data` of each event of the stream; its `event` field says which it is."),
);
