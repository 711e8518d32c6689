import { ERROR_CODES, type ErrorCode } from "@workspace-agent/core";
import type { Route } from "../route.ts";

/** Every code that a route may answer with: its own, and those that follow from what it takes. */
export function errorCodesOf(route: Route): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(["invalid_request", "internal", ...(route.errors ?? [])]);
  if (route.path.startsWith("/api/")) codes.add("misdirected_host");
  if (route.access !== "public") codes.add("unauthenticated").add("invalid_token");
  if (route.access === "user") codes.add("user_only");
  else if (route.access !== "public" && route.access !== "any-credential") codes.add("insufficient_scope");
  if (route.access !== "public" && route.method !== "GET") codes.add("forbidden_origin");
  if (route.path.includes(":")) codes.add("not_found");
  const body = route.body.documentation;
  if (body !== null && body.limit !== null) codes.add("payload_too_large");
  if (body?.schema !== undefined || body?.alternatives !== undefined) codes.add("unsupported_media_type");
  return (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => codes.has(code));
}

/** The codes by the status they are answered with. */
export function byStatus(codes: readonly ErrorCode[]): ReadonlyMap<number, readonly ErrorCode[]> {
  return Map.groupBy(codes, (code) => ERROR_CODES[code].status);
}
