import { DomainError } from "@workspace-agent/core";

/** The media type of a `Content-Type` header in lower case, without parameters. Empty if there is none, or if the charset is not UTF-8. */
export function mediaTypeOf(contentType: string | null): string {
  const [type = "", ...parameters] = (contentType ?? "").toLowerCase().split(";");
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith("charset="));
  const readable = charset === undefined || /^charset="?(utf-8|utf8)"?$/.test(charset);
  return readable ? type.trim() : "";
}

/** Throws `unsupported_media_type` unless the header names JSON in UTF-8. */
export function requireJson(contentType: string | null): void {
  if (mediaTypeOf(contentType) === "application/json") return;
  throw new DomainError(
    "unsupported_media_type",
    "Send the body as `Content-Type: application/json`, in UTF-8.",
  );
}
