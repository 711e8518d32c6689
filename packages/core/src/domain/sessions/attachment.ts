import * as v from "valibot";
import { shortText } from "../wire.ts";

export const MAX_ATTACHMENTS = 20;

/** A file of the workspace that a message refers to. */
export const AttachmentSchema = v.strictObject({
  path: v.pipe(shortText(4_096), v.description("The path of a file in the workspace, relative to its root.")),
});
export type Attachment = v.InferOutput<typeof AttachmentSchema>;
