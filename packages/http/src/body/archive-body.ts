import { ARCHIVE_TYPES, detectArchive, type ArchiveKind } from "@workspace-agent/core/internal";
import { DomainError } from "@workspace-agent/core";
import type { BodySpec } from "./body-spec.ts";

export interface ArchiveBody {
  readonly kind: ArchiveKind;
  readonly stream: ReadableStream<Uint8Array>;
}

const [contentType = "application/zip", ...others] = Object.keys(ARCHIVE_TYPES);

/** A zip or a tar.gz by content type, streamed. */
export const archiveBody: BodySpec<ArchiveBody> = {
  documentation: {
    contentType,
    alternatives: Object.fromEntries(others.map((type) => [type, "binary" as const])),
    limit: "archiveBytes",
    description: "A zip or a tar.gz.",
  },
  async read(context) {
    const kind = detectArchive(context.header("content-type") ?? "");
    if (kind === null) {
      throw new DomainError(
        "unsupported_media_type",
        "Send the archive as `Content-Type: application/zip` or `application/gzip`.",
      );
    }
    return { kind, stream: context.body.stream(context.app.settings.limits.archiveBytes) };
  },
};
