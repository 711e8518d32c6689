import { isPublic } from "../openapi/document.ts";
import type { World } from "../world/world.ts";
import { bodyMischief } from "./mischief-body.ts";
import { pathMischief } from "./mischief-path.ts";
import { parameterMischief } from "./mischief-parameters.ts";
import type { Breaker } from "./breakage.ts";
import type { Draft } from "./resolve.ts";
import type { WireRequest } from "../world/send.ts";

/** The answer that an invalid request has to get. */
export interface Expected {
  /** In a few words, for the report. */
  readonly why: string;
  /** The statuses that are right; absent: any refusal (4xx) that is documented. */
  readonly statuses?: readonly number[];
  readonly code?: string;
  /** It is redirected to an address with this beginning. */
  readonly sentTo?: string;
  /** It may also succeed: hostile input is not always invalid. */
  readonly mayPass?: boolean;
  /** The request may have become one to another operation, or to none. */
  readonly isOther?: boolean;
}

export interface Mischief {
  readonly draft: Draft;
  readonly expected: Expected;
  /** Replaces the body of the draft. */
  readonly bytes?: WireRequest["body"];
}

/** Numbers that choose what is made invalid. */
export interface Choice {
  readonly kind: number;
  readonly at: number;
  readonly hostile: number;
}

export interface Workshop {
  readonly world: World;
  readonly breaker: Breaker;
}

/** One way to make a request invalid; null if it does not apply. */
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

/** Beside what `walk.test.ts` proves for every operation. */
const credentialMischief: Readonly<Record<string, Misdeed>> = {
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
  "a foreign host": (draft, { at }) => {
    if (!draft.operation.path.startsWith("/api/")) return null;
    const host = ["evil.test", "127.0.0.1.evil.test", "x@127.0.0.1", "[::2]", "a b"][at % 5] ?? "";
    return {
      draft: { ...draft, headers: { ...draft.headers, host } },
      expected: { why: "a foreign host", statuses: [421], code: "misdirected_host" },
    };
  },
};

const MISDEEDS: Readonly<Record<string, Misdeed>> = {
  ...credentialMischief,
  ...bodyMischief,
  ...parameterMischief,
  ...pathMischief,
};

/** The kinds that a test counts, so that none disappears unnoticed. */
export const KINDS: readonly string[] = Object.keys(MISDEEDS);

/** Makes a valid request invalid, in one of those of the ways that apply to it which were chosen the fewest times. */
export function spoil(
  draft: Draft,
  choice: Choice,
  workshop: Workshop,
  counts: ReadonlyMap<string, number>,
): Mischief & { readonly kind: string } {
  const possible = Object.entries(MISDEEDS).flatMap(([kind, misdeed]) => {
    const mischief = misdeed(draft, choice, workshop);
    return mischief === null ? [] : [{ ...mischief, kind }];
  });
  const countOf = ({ kind }: { readonly kind: string }) => counts.get(kind) ?? 0;
  const fewest = Math.min(...possible.map(countOf));
  const rare = possible.filter((each) => countOf(each) === fewest);
  const chosen = rare[choice.kind % Math.max(1, rare.length)];
  if (chosen === undefined) throw new Error("Nothing can be wrong with this request.");
  return chosen;
}
