import { IdempotencyKeySchema } from "@workspace-agent/core/internal";
import * as v from "valibot";

export const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

export const WorkspaceId = v.pipe(Id, v.description("The `id` from create_workspace."));
export const SessionId = v.pipe(Id, v.description("The `session_id` from start_task."));

export const IdempotencyKey = v.optional(
  v.pipe(
    IdempotencyKeySchema,
    v.description(
      "A text of your choice for this call: a repeat with the same text and arguments within 24 hours returns the first response and does nothing again.",
    ),
  ),
);

export const Volume = v.optional(
  v.pipe(
    v.picklist(["workspace", "afs"]),
    v.description(
      "`workspace`: the files of the workspace. `afs`: the shared volume, which agents see at /mnt/afs.",
    ),
  ),
  "workspace",
);

export const FilePath = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(4_096),
  v.description("Relative to the root of the volume, with `/` as separator, such as `src/main.ts`."),
);
