import * as v from "valibot";
import { SessionEventSchema } from "./event.ts";
import { SessionSchema } from "./session.ts";
import { Count } from "../wire.ts";

const ExportedSessionSchema = v.strictObject({ type: v.literal("session"), session: SessionSchema });
const ExportedEventSchema = v.strictObject({ type: v.literal("event"), event: SessionEventSchema });
const ExportedImageSchema = v.strictObject({
  type: v.literal("image"),
  /** The SHA-256 of the image, in hexadecimal, by which events name it. */
  blob: v.string(),
  media_type: v.string(),
  /** The image in base64. */
  data: v.string(),
});
const ExportEndSchema = v.strictObject({
  type: v.literal("end"),
  sessions: Count,
  events: Count,
  images: Count,
});

/**
 * A line of an exported session: the session, its events in order, each image after the first event that shows it, the sessions of its
 * subagents in the same way, and `end` with the counts. An export without `end` was cut off.
 */
export const ExportLineSchema = v.variant("type", [
  ExportedSessionSchema,
  ExportedEventSchema,
  ExportedImageSchema,
  ExportEndSchema,
]);
export type ExportLine = v.InferOutput<typeof ExportLineSchema>;
