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
    "A file of a workspace, or a part of it: text in UTF-8, and bytes that are none in base64 (`encoding` says which). A part ends between two characters; for the rest, pass `next_offset` as `offset` until it is null.",
  scope: "files:read",
  rateLimit: null,
  annotations: READ_ONLY,
  input: v.strictObject({
    workspace_id: WorkspaceId,
    volume: Volume,
    path: FilePath,
    offset: v.optional(v.pipe(Bytes, v.description("The first byte.")), 0),
    limit: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(4),
        v.maxValue(1_048_576),
        v.description("The most bytes of the file that are read."),
      ),
      65_536,
    ),
  }),
  output: v.strictObject({
    path: v.string(),
    size: v.pipe(Bytes, v.description("Of the whole file, in bytes.")),
    etag: v.pipe(
      v.string(),
      v.description("Names this state of the file: `if_match` of write_file replaces no other."),
    ),
    encoding: v.picklist(["utf-8", "base64"]),
    content: v.string(),
    next_offset: v.pipe(v.nullable(Bytes), v.description("Null: this was the end.")),
  }),
  async run({ workspace_id, volume, path, offset, limit }, { call: { service, principal } }) {
    const { size } = await service.files.stat(principal, workspace_id, volume, path);
    if (offset > 0 && offset >= size)
      throw new DomainError("range_not_satisfiable", `The file has ${size} bytes.`);
    // No range holds a byte of an empty file, and the file may be another by now.
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
