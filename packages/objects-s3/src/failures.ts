import { DomainError } from "@workspace-agent/core";

const RETRY_AFTER_S = 5;

/** What a service says of itself: no more than a short word, which is never a part of the request. */
const CODE = /^[A-Za-z0-9.]{1,64}$/;

export const errorCode = (code: string | undefined): string | null =>
  code !== undefined && CODE.test(code) ? code : null;

/** The service does not answer, or asks to come back later. */
export const isUnavailable = (
  what: string,
  options: { readonly cause?: unknown; readonly retryAfter?: number } = {},
) => new DomainError("overloaded", `The object storage ${what}.`, { retryAfter: RETRY_AFTER_S, ...options });

export const isRefused = (what: string) => new DomainError("storage_refused", `The object storage ${what}.`);

export const isCorrupt = (key: string, what: string) =>
  new DomainError("object_corrupt", `The object ${key} ${what}.`);

export const noSuchRange = (size?: number) =>
  new DomainError(
    "range_not_satisfiable",
    size === undefined ? "The range is outside the object." : `The object has ${size} bytes.`,
    size === undefined ? {} : { extra: { size } },
  );
