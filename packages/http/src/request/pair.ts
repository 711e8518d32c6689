import { DomainError, type PageRequest } from "@workspace-agent/core";
import type { Pair } from "@workspace-agent/core/schemas";
import * as v from "valibot";

/** A query parameter with a label or a pair of metadata, as `key:value`, of at most so many characters. */
function pairParameter(
  things: string,
  pair: string,
  longest: { readonly key: number; readonly value: number },
) {
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(
        new RegExp(`^[^:]{1,${longest.key}}:[\\s\\S]{0,${longest.value}}$`),
        `must be a ${pair} as key:value`,
      ),
      v.description(
        `Only return ${things} with this ${pair}, as \`key:value\`. Keys that contain a colon cannot be searched.`,
      ),
    ),
  );
}

export const labelParameter = (things: string) => pairParameter(things, "label", { key: 63, value: 255 });
export const metadataParameter = (things: string) =>
  pairParameter(things, "pair of metadata", { key: 64, value: 512 });

/** The key ends at the first colon. Throws `invalid_request` for a text without one. */
export function toPair(name: string, text: string | undefined): Pair | undefined {
  if (text === undefined) return undefined;
  const end = text.indexOf(":");
  if (end === -1)
    throw new DomainError("invalid_request", `The query parameter ${name} must be written as key:value.`);
  return { key: text.slice(0, end), value: text.slice(end + 1) };
}

/** The query of a list that can be filtered by metadata. */
export function toFilteredQuery({
  metadata,
  ...page
}: PageRequest & { readonly metadata?: string | undefined }) {
  return { ...page, metadata: toPair("metadata", metadata) };
}
