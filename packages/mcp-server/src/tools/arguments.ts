import * as v from "valibot";

const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

export const WorkspaceId = v.pipe(Id, v.description("The `id` that create_workspace gave."));
export const SessionId = v.pipe(Id, v.description("The `session_id` that start_task gave."));

export const IdempotencyKey = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^[\x20-\x7e]{1,255}$/, "takes 1 to 255 printable ASCII characters"),
    v.description(
      "Any text of your own for this one call: a repeat with it and the same arguments, within 24 hours, gives the first answer and does nothing again.",
    ),
  ),
);

export const Volume = v.optional(
  v.pipe(
    v.picklist(["workspace", "afs"]),
    v.description(
      "`workspace`: the workspace's own files. `afs`: the volume that all workspaces share, which agents see at /mnt/afs.",
    ),
  ),
  "workspace",
);

export const FilePath = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(4_096),
  v.description("Relative to the volume's root, `/` between names, such as `src/main.ts`."),
);
