import { isPublic, type Operation, type Schema } from "../openapi/document.ts";
import { filled } from "../world/collections.ts";
import { ORIGIN, type WireRequest } from "../world/send.ts";
import type { World } from "../world/world.ts";
import { NAME_OF_REF, skillText, TEXT_OF_REF } from "./hints.ts";
import { Pick, withPicks } from "./pick.ts";
import { CURRENT_ETAG, NEXT_CURSOR, type Plan, type PlannedBody } from "./plan.ts";

/** A complete request in parts that can still be changed. */
export interface Draft {
  readonly operation: Operation;
  readonly method: string;
  /** Encoded segments. */
  readonly path: string;
  /** Percent-encoded pairs. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: DraftBody | null;
}

export interface DraftBody {
  readonly schema: Schema;
  readonly form: PlannedBody["form"];
  readonly value: unknown;
}

/** Fills in a plan with what exists in a world now. */
export async function resolve(plan: Plan, world: World): Promise<Draft> {
  const { operation, asHead } = plan;
  const bound: Record<string, string> = {};
  const pick = async (chosen: Pick) => {
    if (chosen.source === TEXT_OF_REF.source) return skillText(bound["ref"] ?? "");
    if (chosen.source === NAME_OF_REF.source) return bound["ref"];
    const found = await world.collections.resolve(chosen, bound);
    if (chosen.member !== "arguments" || !Array.isArray(found)) return found;
    return Object.fromEntries(found.map((name: string) => [name, "this"]));
  };
  for (const [name, value] of Object.entries(plan.path)) {
    const found = value instanceof Pick ? await pick(value) : value;
    bound[name] = typeof found === "string" ? found : `none_${name}`;
  }
  const path = filled(operation.path, bound);
  const query: [string, string][] = [];
  for (const [name, value] of Object.entries(plan.query)) {
    const found =
      value === NEXT_CURSOR
        ? await world.collections.cursorOf(path)
        : value instanceof Pick
          ? await pick(value)
          : value;
    // A cursor is copied from the link unchanged.
    if (value === NEXT_CURSOR && typeof found === "string") query.push([name, found]);
    else if (found !== undefined) query.push([name, encodeURIComponent(textOf(found))]);
    else if (operation.parameters.some((one) => one.name === name && one.required))
      query.push([name, "none"]);
  }
  const target = targetOf({ path, query });
  const headers: Record<string, string> = credentialOf(plan, world);
  for (const [name, value] of Object.entries(plan.headers)) {
    const found = value === CURRENT_ETAG ? await world.collections.etagAt(target) : value;
    if (found !== undefined) headers[name.toLowerCase()] = textOf(found);
  }
  if (plan.body !== null) headers["content-type"] = plan.body.type;
  const body =
    plan.body === null
      ? null
      : {
          ...plan.body,
          value: plan.body.form === "bytes" ? plan.body.value : await withPicks(plan.body.value, pick),
        };
  return { operation, method: asHead ? "HEAD" : operation.method, path, query, headers, body };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function credentialOf({ operation, asUser }: Plan, { credentials }: World): Record<string, string> {
  if (isPublic(operation)) return {};
  return asUser
    ? { cookie: credentials.cookie, origin: ORIGIN }
    : { authorization: `Bearer ${credentials.token}` };
}

export function targetOf({ path, query }: Omit<Draft, "operation" | "method" | "headers" | "body">): string {
  const text = query.map(([name, value]) => `${name}=${value}`).join("&");
  return text === "" ? path : `${path}?${text}`;
}

export function bytesOf(body: DraftBody | null): Uint8Array<ArrayBuffer> | null {
  if (body === null) return null;
  switch (body.form) {
    case "json":
      return new TextEncoder().encode(JSON.stringify(body.value));
    case "lines":
      return new TextEncoder().encode(
        (body.value as readonly unknown[]).map((line) => `${JSON.stringify(line)}\n`).join(""),
      );
    case "bytes":
      return Uint8Array.from(body.value as Uint8Array);
  }
}

export function toWire(draft: Draft): WireRequest {
  return { method: draft.method, target: targetOf(draft), headers: draft.headers, body: bytesOf(draft.body) };
}
