import { describe, expect, test } from "vitest";
import { problemComplaints } from "./check/check-answer.ts";
import type { Draft } from "./generate/resolve.ts";
import { isForUsers, isOfWorkspace, isPublic, methodsAt, type Operation } from "./openapi/document.ts";
import type { Credentials } from "./world/world.ts";
import { NEVER_DONE } from "./world/never-done.ts";
import { createWalk, type Walk } from "./walker.test-support.ts";

/** All public operations. */
const PUBLIC = ["getLiveness", "getReadiness", "signIn"];
/** All operations for any credential. */
const FOR_ANY_CREDENTIAL = ["getOpenApi", "getPrincipal", "getReference", "listErrorCodes"];

const scopeOf = (operation: Operation) => operation["x-required-scope"];
const needsCredential = (operation: Operation) => !isPublic(operation);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

interface Refusal {
  readonly of: (operation: Operation) => boolean;
  readonly as: (credentials: Credentials, operation: Operation) => Readonly<Record<string, string>>;
  readonly status: number;
  readonly code: string;
}

/** Sends every operation that has to be refused, and checks that nothing changed. Returns their number. */
async function walkRefused(walk: Walk, { of, as, status, code }: Refusal): Promise<number> {
  const refused = walk.operations.filter(of);
  const drafts: Draft[] = [];
  for (const operation of refused) drafts.push(await walk.draft(operation));
  // The first reading may create what it reads; that of a batch creates a workspace, which the second fills.
  for (let reading = 0; reading < 2; reading++) await walk.everything();
  const before = await walk.everything();
  for (const draft of drafts) {
    const answer = await walk.sendAs(draft, as(walk.world.credentials, draft.operation));
    const { method, path, responses } = draft.operation;
    expect(`${answer.status} ${answer.text}`, `${method} ${path}`).toMatch(`"code":"${code}"`);
    expect(answer.status).toBe(status);
    expect(problemComplaints(answer)).toEqual([]);
    expect(responses[status]?.["x-error-codes"], `${method} ${path}`).toContain(code);
  }
  const after = await walk.everything();
  expect([...before.keys()].filter((id) => before.get(id) !== after.get(id))).toEqual([]);
  return refused.length;
}

describe("every operation of the document", () => {
  test("is public, of a scope, for people, or among the few for any credential", async () => {
    await using walk = await createWalk();
    const idsOf = (select: (operation: Operation) => boolean) =>
      walk.operations
        .filter(select)
        .map(({ operationId }) => operationId)
        .sort();
    expect(idsOf(isPublic)).toEqual(PUBLIC);
    const isForAny = (one: Operation) =>
      needsCredential(one) && !isForUsers(one) && scopeOf(one) === undefined;
    expect(idsOf(isForAny)).toEqual(FOR_ANY_CREDENTIAL);
    expect(
      walk.operations.filter((operation) => isForUsers(operation) && scopeOf(operation) !== undefined),
    ).toEqual([]);
  });

  test.for<[string, Refusal]>([
    ["without a credential", { of: needsCredential, as: () => ({}), status: 401, code: "unauthenticated" }],
    [
      "with an expired token",
      { of: needsCredential, as: ({ expired }) => bearer(expired), status: 401, code: "invalid_token" },
    ],
    [
      "with a revoked token",
      { of: needsCredential, as: ({ revoked }) => bearer(revoked), status: 401, code: "invalid_token" },
    ],
    [
      "with a token that has every other scope",
      {
        of: (operation) => scopeOf(operation) !== undefined,
        as: ({ lacking }, operation) => bearer(lacking.get(String(scopeOf(operation))) ?? ""),
        status: 403,
        code: "insufficient_scope",
      },
    ],
    [
      "that is for people, with a token",
      { of: isForUsers, as: ({ token }) => bearer(token), status: 403, code: "user_only" },
    ],
    [
      "of a workspace, with a token that is bound to another",
      { of: isOfWorkspace, as: ({ bound }) => bearer(bound), status: 404, code: "not_found" },
    ],
    [
      "of a workspace, with a token of another tenant",
      { of: isOfWorkspace, as: ({ foreign }) => bearer(foreign), status: 404, code: "not_found" },
    ],
    [
      "that changes something, with a cookie on a foreign page",
      {
        of: (operation) => needsCredential(operation) && operation.method !== "GET",
        as: ({ cookie }) => ({ cookie, origin: "https://evil.test" }),
        status: 403,
        code: "forbidden_origin",
      },
    ],
  ])("%s is refused and changes nothing", async ([, refusal]) => {
    await using walk = await createWalk();
    expect(await walkRefused(walk, refusal)).toBeGreaterThanOrEqual(3);
  });

  test("is 405 by any other method, and names the methods of its path", async () => {
    await using walk = await createWalk();
    for (const path of Object.keys(walk.world.document.paths)) {
      const operation = walk.operations.find((one) => one.path === path);
      if (operation === undefined) continue;
      const draft = await walk.draft(operation);
      const taken = methodsAt(walk.world.document, draft.path);
      const expected = [...taken, ...(taken.includes("GET") ? ["HEAD"] : [])].sort();
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]) {
        if (taken.includes(method)) continue;
        const answer = await walk.sendAs(
          { ...draft, method, body: null },
          bearer(walk.world.credentials.token),
        );
        expect(answer.status, `${method} ${path}`).toBe(405);
        expect(problemComplaints(answer)).toEqual([]);
        expect((answer.headers.get("allow") ?? "").split(", ").sort(), path).toEqual(expected);
      }
    }
  });

  test("with GET has HEAD: the same answer without its body", async () => {
    await using walk = await createWalk();
    const { cookie } = walk.world.credentials;
    for (const operation of walk.operations.filter(({ method }) => method === "GET")) {
      const draft = await walk.draft(operation);
      const got = await walk.sendAs(draft, { cookie });
      const head = await walk.sendAs({ ...draft, method: "HEAD" }, { cookie });
      expect(head.bytes, operation.operationId).toHaveLength(0);
      const told = ({ status, headers }: typeof got) => [
        status,
        ...["content-type", "etag", "link"].map((name) => headers.get(name)),
      ];
      expect(told(head), operation.operationId).toEqual(told(got));
    }
  });

  test("runs no command, with all rights", async () => {
    await using walk = await createWalk();
    // What restricts a workspace or ends the credential comes last.
    const rank = ({ operationId }: Operation) => ["replaceWorkspaceConfig", "signOut"].indexOf(operationId);
    const operations = walk.operations.filter(({ operationId }) => !NEVER_DONE.includes(operationId));
    for (const operation of operations.toSorted((a, b) => rank(a) - rank(b))) {
      const { status } = await walk.perform(operation);
      expect(Object.keys(operation.responses)).toContain(String(status));
    }
    expect(walk.world.commands).toEqual([]);
  });
});
