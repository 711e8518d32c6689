import { DomainError } from "@workspace-agent/core";

/** Throws `unsupported_media_type` unless a header says JSON in UTF-8. */
export function requireJson(contentType: string | null): void {
  const [type = "", ...parameters] = (contentType ?? "").toLowerCase().split(";");
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith("charset="));
  const readable = charset === undefined || /^charset="?(utf-8|utf8)"?$/.test(charset);
  if (type.trim() !== "application/json" || !readable) {
    throw new DomainError(
      "unsupported_media_type",
      "Send the body as `Content-Type: application/json`, in UTF-8.",
    );
  }
}
