import { ERROR_CODES, type ErrorCode } from "@workspace-agent/core";
import { limitOf } from "../limits/limit-of.ts";
import type { Route } from "../route.ts";

/** All error codes of a route: its own, and those that follow from its definition. */
export function errorCodesOf(route: Route): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([
    "invalid_request",
    "internal",
    ...(route.errors ?? []),
    ...codesOfAccess(route),
    ...codesOfParameters(route),
    ...codesOfBody(route),
    ...(limitOf(route) === null && !route.mayBeLong ? [] : (["rate_limited"] as const)),
  ]);
  if (route.path.startsWith("/api/")) codes.add("misdirected_host");
  return (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => codes.has(code));
}

function codesOfAccess({ access, method }: Route): readonly ErrorCode[] {
  if (access === "public") return [];
  const known: readonly ErrorCode[] = ["unauthenticated", "invalid_token"];
  const changing: readonly ErrorCode[] = method === "GET" ? [] : ["forbidden_origin"];
  if (access === "any-credential") return [...known, ...changing];
  return [...known, ...changing, access === "user" ? "user_only" : "insufficient_scope"];
}

function codesOfParameters({ path, query, headers = [], method }: Route): readonly ErrorCode[] {
  const isConditional =
    headers.includes("If-Match") || (headers.includes("If-None-Match") && method !== "GET");
  return [
    ...(path.includes(":") ? (["not_found"] as const) : []),
    ...("path" in query.entries ? (["path_not_encoded", "invalid_path"] as const) : []),
    ...(isConditional ? (["precondition_failed"] as const) : []),
    ...(headers.includes("Range") ? (["range_not_satisfiable"] as const) : []),
    ...(headers.includes("Idempotency-Key")
      ? (["idempotency_in_progress", "idempotency_key_reused"] as const)
      : []),
  ];
}

function codesOfBody({ body: { documentation } }: Route): readonly ErrorCode[] {
  if (documentation === null) return [];
  return documentation.limit === null
    ? ["unsupported_media_type"]
    : ["payload_too_large", "unsupported_media_type"];
}

/** The codes by status. */
export function byStatus(codes: readonly ErrorCode[]): ReadonlyMap<number, readonly ErrorCode[]> {
  return Map.groupBy(codes, (code) => ERROR_CODES[code].status);
}
