import { BASE64, fromBase64, OPERATIONS } from "@workspace-agent/core/internal";
import { WrittenFileSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { FilePath, Volume, WorkspaceId } from "./arguments.ts";
import { defineTool } from "./tool.ts";

const Base64 = v.pipe(
  v.string(),
  ...BASE64,
  v.description("Binary content in base64, instead of `content`."),
);

export const writeFile = defineTool({
  name: "write_file",
  title: "Write a file",
  description:
    "Write a complete file of a workspace, which the hosted agent sees immediately. Provide `content`, or `content_base64` for binary content. Missing directories are created. An existing file is replaced atomically; with `if_match` and the `etag` of read_file, only the version that you read is replaced, and with `create_only`, nothing is replaced (otherwise `precondition_failed`).",
  access: OPERATIONS.files.write.access,
  rateLimit: "writes",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: v.pipe(
    v.strictObject({
      workspace_id: WorkspaceId,
      volume: Volume,
      path: FilePath,
      content: v.optional(v.string()),
      content_base64: v.optional(Base64),
      if_match: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
      create_only: v.optional(v.boolean(), false),
    }),
    v.check(
      ({ content, content_base64 }) => (content === undefined) !== (content_base64 === undefined),
      "must have either content or content_base64",
    ),
    v.check(
      ({ if_match, create_only }) => if_match === undefined || !create_only,
      "must not have both if_match and create_only",
    ),
  ),
  output: v.strictObject({
    ...WrittenFileSchema.entries,
    created: v.pipe(v.boolean(), v.description("False if an existing file was replaced.")),
  }),
  async run(input, { call: { service, principal, maxFileBytes } }) {
    const { workspace_id, volume, path, content, content_base64, if_match, create_only } = input;
    const bytes =
      content_base64 === undefined ? new TextEncoder().encode(content) : fromBase64(content_base64);
    const ifMatch = create_only ? null : if_match;
    return await service.files.write(principal, workspace_id, volume, path, new Blob([bytes]).stream(), {
      maxBytes: maxFileBytes,
      ...(ifMatch === undefined ? {} : { ifMatch }),
    });
  },
});
