import { DomainError } from "@workspace-agent/core";

/** Throws `unsupported_media_type` for a compressed body (RFC 9110 section 8.4). */
export function requireIdentity(contentEncoding: string | null): void {
  const codings = (contentEncoding ?? "").split(",").map((coding) => coding.trim().toLowerCase());
  if (codings.every((coding) => coding === "" || coding === "identity")) return;
  throw new DomainError(
    "unsupported_media_type",
    "Send the body uncompressed, without a `Content-Encoding`.",
  );
}
