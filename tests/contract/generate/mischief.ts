import { isForUsers, isOfWorkspace, isPublic, methodsAt } from "../openapi/document.ts";
import type { World } from "../world/world.ts";
import { bodyMischief } from "./mischief-body.ts";
import { pathMischief } from "./mischief-path.ts";
import { parameterMischief } from "./mischief-parameters.ts";
import type { Breaker } from "./breakage.ts";
import type { Draft } from "./resolve.ts";
import type { WireRequest } from "../world/send.ts";

/** What a request that something is wrong with has to get. */
export interface Expected {
  /** In a few words, for the report. */
  readonly why: string;
  /** The statuses that are right; absent: any refusal (4xx) that is documented. */
  readonly statuses?: readonly number[];
  readonly code?: string;
  /** It is sent on to an address that begins so. */
  readonly sentTo?: string;
  /** It may also be taken: what is hostile is not always wrong. */
  readonly mayPass?: boolean;
  /** The request may have become one to another operation, or to none. */
  readonly elsewhere?: boolean;
}

export interface Mischief {
  readonly draft: Draft;
  readonly expected: Expected;
  /** Bytes in the place of the body that the draft would have. */
  readonly bytes?: WireRequest["body"];
}

/** Numbers that choose among the ways in which something can be wrong. */
export interface Choice {
  readonly kind: number;
  readonly at: number;
  readonly hostile: number;
}

export interface Workshop {
  readonly world: World;
  readonly breaker: Breaker;
}

/** One way of doing wrong: null where it does not apply to the request. */
export type Misdeed = (draft: Draft, choice: Choice, workshop: Workshop) => Mischief | null;

const bearer = (draft: Draft, token: string): Draft => {
  const { cookie: _, origin: __, ...headers } = draft.headers;
  return { ...draft, headers: { ...headers, authorization: `Bearer ${token}` } };
};

/** Without a credential, a browser that asks for a page is sent to sign in. */
function anonymous(draft: Draft): Draft {
  const { cookie: _, origin: __, authorization: ___, accept: ____, ...headers } = draft.headers;
  return { ...draft, headers };
}

const needsCredential = ({ operation }: Draft) => !isPublic(operation);
const changes = ({ method }: Draft) => method !== "GET" && method !== "HEAD";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];

const credentialMischief: Readonly<Record<string, Misdeed>> = {
  "no credential": (draft) => {
    const expected = { why: "no credential", statuses: [401], code: "unauthenticated" };
    return needsCredential(draft) ? { draft: anonymous(draft), expected } : null;
  },
  "a page without a credential": (draft) => {
    if (!needsCredential(draft) || changes(draft)) return null;
    const { headers } = anonymous(draft);
    const expected = { why: "a browser that is not signed in", sentTo: "/sign-in" };
    return { draft: { ...draft, headers: { ...headers, accept: "text/html,*/*;q=0.8" } }, expected };
  },
  "a bad token": (draft, { at }, { world }) => {
    const { expired, revoked, token } = world.credentials;
    const bad = [expired, revoked, `${token}x`, token.slice(0, -1), "wat_", "a".repeat(4000)][at % 6] ?? "";
    const expected = { why: "a bad token", statuses: [401], code: "invalid_token" };
    return needsCredential(draft) ? { draft: bearer(draft, bad), expected } : null;
  },
  "a bad cookie": (draft, { at }) => {
    const { headers } = anonymous(draft);
    const cookie = ["wa_session=nonsense", "wa_session=", "other=1", "wa_session"][at % 4] ?? "";
    const expected = { why: "a bad cookie", statuses: [401], code: "unauthenticated" };
    return needsCredential(draft) ? { draft: { ...draft, headers: { ...headers, cookie } }, expected } : null;
  },
  "a token without the scope": (draft, _, { world }) => {
    const { "x-required-scope": scope } = draft.operation;
    const token = scope === undefined ? undefined : world.credentials.lacking.get(String(scope));
    const expected = { why: "no scope", statuses: [403], code: "insufficient_scope" };
    return token === undefined ? null : { draft: bearer(draft, token), expected };
  },
  "a token where a person is asked for": (draft, _, { world }) => {
    const expected = { why: "a token, not a person", statuses: [403], code: "user_only" };
    return isForUsers(draft.operation) ? { draft: bearer(draft, world.credentials.token), expected } : null;
  },
  "a token of another workspace": (draft, _, { world }) => {
    const expected = { why: "bound to another workspace", statuses: [404], code: "not_found" };
    return isOfWorkspace(draft.operation)
      ? { draft: bearer(draft, world.credentials.bound), expected }
      : null;
  },
  "a token of another tenant": (draft, _, { world }) => {
    if (!isOfWorkspace(draft.operation)) return null;
    // A wrong body may be told before the workspace is looked for.
    const expected = { why: "of another tenant", statuses: [400, 404] };
    return { draft: bearer(draft, world.credentials.foreign), expected };
  },
  "a foreign page": (draft, { at }, { world }) => {
    if (!needsCredential(draft) || !changes(draft)) return null;
    const { authorization: _, origin: __, ...rest } = draft.headers;
    const origin = ["https://evil.test", "null", "http://127.0.0.1:8788"][at % 4];
    const headers = {
      ...rest,
      cookie: world.credentials.cookie,
      ...(origin === undefined ? {} : { origin }),
    };
    return {
      draft: { ...draft, headers },
      expected: { why: "a foreign origin", statuses: [403], code: "forbidden_origin" },
    };
  },
  "a foreign host": (draft, { at }) => {
    if (!draft.operation.path.startsWith("/api/")) return null;
    const host = ["evil.test", "127.0.0.1.evil.test", "x@127.0.0.1", "[::2]", "a b"][at % 5] ?? "";
    return {
      draft: { ...draft, headers: { ...draft.headers, host } },
      expected: { why: "a foreign host", statuses: [421], code: "misdirected_host" },
    };
  },
  "a method that the path does not take": (draft, { at }, { world }) => {
    const taken = methodsAt(world.document, draft.path);
    const free = METHODS.filter((method) => !taken.includes(method));
    const method = free[at % free.length];
    if (method === undefined) return null;
    const { "content-type": _, ...headers } = draft.headers;
    return {
      draft: { ...draft, method, headers, body: null },
      expected: { why: "a wrong method", statuses: [405], code: "method_not_allowed", elsewhere: true },
    };
  },
};

const MISDEEDS: Readonly<Record<string, Misdeed>> = {
  ...credentialMischief,
  ...bodyMischief,
  ...parameterMischief,
  ...pathMischief,
};

/** Kinds of misdeed that a test counts, so that none dies out unseen. */
export const KINDS: readonly string[] = Object.keys(MISDEEDS);

/** Spoils a valid request in one of the ways that apply to it, each as likely as the others. */
export function spoil(
  draft: Draft,
  choice: Choice,
  workshop: Workshop,
): Mischief & { readonly kind: string } {
  const possible = Object.entries(MISDEEDS).flatMap(([kind, misdeed]) => {
    const mischief = misdeed(draft, choice, workshop);
    return mischief === null ? [] : [{ ...mischief, kind }];
  });
  const chosen = possible[choice.kind % Math.max(1, possible.length)];
  if (chosen === undefined) throw new Error("Nothing can be wrong with this request.");
  return chosen;
}
