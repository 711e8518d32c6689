import { OPERATIONS } from "@workspace-agent/core/internal";
import { DomainError } from "@workspace-agent/core";
import * as v from "valibot";
import { fileText, firstBytes } from "./file-text.ts";
import { FilePath, Volume, WorkspaceId } from "./arguments.ts";
import { defineTool, READ_ONLY } from "./tool.ts";

const Bytes = v.pipe(v.number(), v.integer(), v.minValue(0));

export const readFile = defineTool({
  name: "read_file",
  title: "Read a file",
  description:
    "Read a file of a workspace, or a part of it. UTF-8 is returned as text, other content in base64 (see `encoding`). A part ends between two characters; to continue, pass `next_offset` as `offset` until it is null.",
  access: OPERATIONS.files.read.access,
  rateLimit: null,
  annotations: READ_ONLY,
  input: v.strictObject({
    workspace_id: WorkspaceId,
    volume: Volume,
    path: FilePath,
    offset: v.optional(v.pipe(Bytes, v.description("The offset of the first byte.")), 0),
    limit: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(4),
        v.maxValue(1_048_576),
        v.description("Maximum number of bytes to read."),
      ),
      65_536,
    ),
  }),
  output: v.strictObject({
    path: v.string(),
    size: v.pipe(Bytes, v.description("The size of the complete file in bytes.")),
    etag: v.pipe(
      v.string(),
      v.description("The version of the file: with `if_match` of write_file, only this version is replaced."),
    ),
    encoding: v.picklist(["utf-8", "base64"]),
    content: v.string(),
    next_offset: v.pipe(v.nullable(Bytes), v.description("Null at the end of the file.")),
  }),
  async run({ workspace_id, volume, path, offset, limit }, { call: { service, principal } }) {
    const { size } = await service.files.stat(principal, workspace_id, volume, path);
    if (offset > 0 && offset >= size)
      throw new DomainError("range_not_satisfiable", `The file has ${size} bytes.`);
    // An empty file has no valid range, and the file may have changed by now.
    const range = size === 0 ? {} : { start: offset, end: offset + limit - 1 };
    const { entry, body } = await service.files.read(principal, workspace_id, volume, path, range);
    const bytes = await firstBytes(body, limit);
    const { encoding, content, length } = fileText(bytes);
    const end = offset + length;
    return {
      path: entry.path,
      size: entry.size,
      etag: entry.etag,
      encoding,
      content,
      next_offset: end < entry.size ? end : null,
    };
  },
});
