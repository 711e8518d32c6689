import { isJSONObject, type SharedV4ProviderMetadata, type SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { ProviderData } from "@workspace-agent/core/ports";

/** Merges the data of another part of a block. Signatures come in pieces, and the last value wins. */
export function mergeProviderData(
  known: ProviderData | undefined,
  added: SharedV4ProviderMetadata | undefined,
): ProviderData | undefined {
  if (added === undefined) return known;
  const merged: Record<string, unknown> = { ...known };
  for (const [provider, data] of Object.entries(added)) {
    const before = merged[provider];
    merged[provider] = { ...(isJSONObject(before) ? before : {}), ...data };
  }
  return merged;
}

/** Stored provider data as it is sent back. */
export function toProviderOptions(data: ProviderData | undefined): {
  readonly providerOptions?: SharedV4ProviderOptions;
} {
  if (data === undefined) return {};
  const providerOptions: SharedV4ProviderOptions = {};
  for (const [provider, value] of Object.entries(data)) {
    if (isJSONObject(value)) providerOptions[provider] = value;
  }
  return { providerOptions };
}
