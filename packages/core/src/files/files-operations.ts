import * as v from "valibot";
import { MoveSchema } from "../domain/files/file-entry.ts";
import {
  DirectoryQuerySchema,
  FileReadOptionsSchema,
  SnapshotNoticeSchema,
  StatOptionsSchema,
  VolumeNameSchema,
  VolumePathSchema,
  WriteOptionsSchema,
} from "../domain/files/file-query.ts";
import { body, byteStream, parameter, parameters, workspaceId } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import { createOptions } from "../idempotency/create-options.ts";
import type { FilesApi } from "./files-api.ts";

const volume = parameter("volume", VolumeNameSchema);
const path = parameter("path", VolumePathSchema);

const notice = parameters(SnapshotNoticeSchema);

const Bytes = v.pipe(v.number(), v.minValue(0));
const UnpackLimitsSchema = v.strictObject({
  kind: v.picklist(["zip", "tar.gz"]),
  maxArchiveBytes: Bytes,
  maxBytes: Bytes,
});
const RemoveOptionsSchema = v.strictObject({ ifMatch: v.exactOptional(v.string()) });

export const fileOperations: Operations<FilesApi> = {
  stat: { access: "files:read", inputs: [workspaceId, volume, path, parameters(StatOptionsSchema)] },
  read: { access: "files:read", inputs: [workspaceId, volume, path, parameters(FileReadOptionsSchema)] },
  write: {
    access: "files:write",
    inputs: [workspaceId, volume, path, byteStream, parameters(WriteOptionsSchema)],
  },
  remove: { access: "files:write", inputs: [workspaceId, volume, path, parameters(RemoveOptionsSchema)] },
  list: {
    access: "files:read",
    inputs: [workspaceId, volume, path, parameters(DirectoryQuerySchema), notice],
  },
  makeDirectory: { access: "files:write", inputs: [workspaceId, volume, path, createOptions] },
  move: { access: "files:write", inputs: [workspaceId, volume, body(MoveSchema)] },
  zip: { access: "files:read", inputs: [workspaceId, volume, path, notice] },
  unpack: {
    access: "files:write",
    inputs: [workspaceId, volume, path, byteStream, parameters(UnpackLimitsSchema), createOptions],
  },
};
