import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../runtime/canonical-json.ts";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { sha256 } from "../../runtime/hash.ts";
import type { Principal } from "../../domain/principals/principal.ts";
import type { PendingRequest } from "../../domain/sessions/request.ts";
import { admin, bash, ended, outputs, testHost, type TestHost } from "../../test-host.test-support.ts";
import { answer, movingTo, pending, waitingHost } from "./approvals.test-support.ts";
import { aRequest } from "../../testing/store-contract/records.ts";
import { prepareCall } from "../run-tool.ts";
import { bashTool } from "../tools/bash.ts";
import { MAX_SUBJECT_CHARACTERS } from "./subject.ts";

const write = (path: string, content: string) => ({ name: "write", arguments: { path, content } });
const edit = (old_text: string, new_text: string) => ({
  name: "edit",
  arguments: { path: "a.txt", old_text, new_text },
});
const asks = { permissions: { bash: "ask" as const, write: "ask" as const, edit: "ask" as const } };
const text = (content: string) => new Blob([content]).stream();

const put = (host: TestHost, content: string) =>
  host.service.files.write(admin, host.workspaceId, "workspace", "a.txt", text(content));

async function contentOf(host: TestHost): Promise<string> {
  const { body } = await host.service.files.read(admin, host.workspaceId, "workspace", "a.txt");
  return await new Response(body).text();
}

const askingHost = (...toolCalls: Parameters<typeof waitingHost>[0]) =>
  waitingHost(toolCalls, { config: asks });

const callOf = ({ name, arguments: given }: ReturnType<typeof bash>) => ({
  name,
  arguments: JSON.stringify(given),
});
const RESOLVED = {
  session_id: "ses_1",
  turn_id: "turn_1",
  seq: 9,
  at: "2026-01-31T12:00:00.000Z",
  request_id: "req_1",
};

const hashOf = ({ tool, arguments: given, subject }: PendingRequest) =>
  sha256(canonicalJson({ tool, arguments: given, subject: subject ?? null }));

describe("what a person is asked about", () => {
  it("is all of a command: nothing is cut, and the sentence has no part of what it cannot show", async () => {
    for (const command of [
      `echo ${"x".repeat(10_000)}; rm -r /`,
      "ls\rrm -r /",
      "ls \u202e;rm",
      "ls\n\nrm",
      "ls ",
    ]) {
      await using host = await askingHost(bash(command));
      const { request } = host;
      expect(JSON.parse(request?.arguments ?? "")).toEqual({ command });
      expect(request?.prompt).toBe("May bash run? Read all of its arguments: they do not fit this line.");
    }
  });

  it("says where it runs and what it replaces, and its hash is of that and of the arguments as they are written", async () => {
    await using host = await testHost({
      script: [
        { toolCalls: [bash("rm x"), write("a.txt", "new"), write("b.txt", "new"), edit("old", "new")] },
      ],
      config: asks,
    });
    await put(host, "old");
    const { session_id } = await host.run("go");
    const requests = await pending(host, session_id);
    const replaces = { size: 3, sha256: sha256("old") };
    const working_directory = "/workspace";
    expect(requests.map(({ subject }) => subject)).toEqual([
      { working_directory },
      { working_directory, file: { path: "/workspace/a.txt", replaces } },
      { working_directory, file: { path: "/workspace/b.txt", replaces: null } },
      { working_directory, file: { path: "/workspace/a.txt", replaces } },
    ]);
    expect(requests.map(({ subject_hash }) => subject_hash)).toEqual(requests.map(hashOf));
    expect(new Set(requests.map(({ subject_hash }) => subject_hash)).size).toBe(4);
  });

  it("is not asked if the arguments are too long to read: the call is refused with the reason", async () => {
    const long = { name: "write", arguments: { path: "a.txt", content: "x".repeat(MAX_SUBJECT_CHARACTERS) } };
    await using host = await testHost({ script: [{ toolCalls: [long] }, { text: "done" }], config: asks });
    const { session_id, status } = await host.run("go");
    expect(status).toBe("completed");
    expect(outputs(await host.events(session_id))).toEqual([
      expect.stringContaining(`longer than the ${MAX_SUBJECT_CHARACTERS} characters`),
    ]);
  });
});

describe("an approval", () => {
  it("holds for the folder that was shown: a command that would run in another is asked about again", async () => {
    await using host = await waitingHost([bash("cd other"), bash("rm -r *")], {
      command: movingTo("/workspace/other"),
      config: asks,
    });
    const { session_id, turn_id } = host;
    const [first, second] = host.requests;
    await answer(host, session_id, first, { decision: "allow" });
    await answer(host, session_id, second, { decision: "allow" });
    const [again, ...others] = await pending(host, session_id);
    expect(again).toMatchObject({
      call_id: second?.call_id,
      arguments: second?.arguments,
      subject: { working_directory: "/workspace/other" },
    });
    expect([host.sandbox.commands.length, others]).toEqual([1, []]);
    await answer(host, session_id, again, { decision: "allow" });
    expect(await ended(host, session_id, turn_id)).toMatchObject({ status: "completed" });
    expect(host.sandbox.commands).toHaveLength(2);
  });

  it.each([
    ["write", write("a.txt", "new")],
    ["edit", edit("old", "new")],
  ])("of %s holds for the content that was there: another is asked about again", async (_, call) => {
    await using host = await testHost({
      script: [
        { toolCalls: [{ name: "read", arguments: { path: "a.txt" } }] },
        { toolCalls: [call] },
        { text: "done" },
      ],
      config: asks,
    });
    await put(host, "old");
    const { session_id, turn_id } = await host.run("go");
    const [first] = await pending(host, session_id);
    await put(host, "old, and more");
    await answer(host, session_id, first, { decision: "allow" });
    const [second] = await pending(host, session_id);
    expect(second).toMatchObject({
      call_id: first?.call_id,
      subject: { file: { replaces: { size: 13, sha256: sha256("old, and more") } } },
    });
    expect(await contentOf(host)).toBe("old, and more");
    await put(host, "old");
    await answer(host, session_id, second, { decision: "allow" });
    const [third] = await pending(host, session_id);
    await answer(host, session_id, third, { decision: "allow" });
    expect(await ended(host, session_id, turn_id)).toMatchObject({ status: "completed" });
    expect(await contentOf(host)).toBe("new");
  });

  it("of a new file does not hold where a file has come to be", async () => {
    await using host = await askingHost(write("a.txt", "new"));
    const { session_id, turn_id, request: first } = host;
    await put(host, "");
    await answer(host, session_id, first, { decision: "allow" });
    const [second] = await pending(host, session_id);
    expect(second?.subject?.file?.replaces).toMatchObject({ size: 0 });
    await answer(host, session_id, second, { decision: "deny" });
    await ended(host, session_id, turn_id);
    expect(await contentOf(host)).toBe("");
  });

  it("does not hold for a second call that would replace what the first has written", async () => {
    await using host = await askingHost(write("a.txt", "one"), write("a.txt", "two"));
    const { session_id, turn_id } = host;
    for (const request of host.requests) await answer(host, session_id, request, { decision: "allow" });
    const [again, ...others] = await pending(host, session_id);
    expect([again?.subject?.file?.replaces?.sha256, others]).toEqual([sha256("one"), []]);
    await answer(host, session_id, again, { decision: "allow" });
    await ended(host, session_id, turn_id);
    expect(await contentOf(host)).toBe("two");
  });

  it("names what its giver saw: the hash of something else is refused, and the request stays open", async () => {
    await using host = await askingHost(bash("rm x"));
    const { session_id, turn_id, request } = host;
    const wrong = answer(host, session_id, request, { decision: "allow", subject_hash: sha256("else") });
    await expect(wrong).rejects.toMatchObject({ code: "precondition_failed" });
    const [open] = await pending(host, session_id);
    const subject_hash = open?.subject_hash ?? "";
    await answer(host, session_id, open, { decision: "allow", subject_hash });
    expect(await ended(host, session_id, turn_id)).toMatchObject({ status: "completed" });
    expect(host.sandbox.commands).toHaveLength(1);
  });

  it("of a request that an older version has opened holds as it was asked", async () => {
    const part = { type: "tool_call" as const, call_id: "call_1", ...callOf(bash("rm x")) };
    const prepareIn = (directory: string, request: PendingRequest) => {
      const resolution = { type: "request.resolved" as const, outcome: "allow" as const, ...RESOLVED };
      const asked = { request, resolution, directory: null, approved: null };
      return prepareCall(part, new Map([["bash", bashTool]]), [asks.permissions], directory, asked);
    };
    const old = aRequest(0);
    expect(await prepareIn("/workspace", old)).toMatchObject({ type: "ready", mustAsk: null });
    const bound = { ...old, subject: { working_directory: "/workspace" }, subject_hash: sha256("else") };
    expect(await prepareIn("/workspace", bound)).toMatchObject({ type: "ready", mustAsk: "approval" });
  });
});

describe("the event of an answer", () => {
  const by = async (principal: Principal) => {
    await using host = await askingHost(bash("rm x"));
    const { session_id, turn_id, request } = host;
    const resolved = await answer(host, session_id, request, { decision: "deny" }, principal);
    await ended(host, session_id, turn_id);
    const event = (await host.events(session_id)).find(({ type }) => type === "request.resolved");
    expect(event).toMatchObject({ by: resolved.by });
    return resolved.by;
  };

  it("says who gave it", async () => {
    expect(await by(admin)).toEqual({ kind: "user", id: "admin", name: "admin" });
    expect(await by({ ...admin, id: "tok_1", kind: "token", name: "reviewer", scopes: ["approve"] })).toEqual(
      {
        kind: "token",
        id: "tok_1",
        name: "reviewer",
      },
    );
  });

  it("says nobody where nobody did", async () => {
    await using host = await askingHost(bash("rm x"));
    const { session_id } = host;
    await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
    const event = (await host.events(session_id)).find(({ type }) => type === "request.resolved");
    expect(event).toMatchObject({ outcome: "cancelled" });
    expect(event).not.toHaveProperty("by");
  });
});

describe("who may answer", () => {
  const question = { name: "ask_user", arguments: { questions: [{ question: "Which?" }] } };
  const answerAs = async (scopes: Principal["scopes"], call: ReturnType<typeof bash> | typeof question) => {
    await using host = await askingHost(call);
    const { session_id, turn_id, request } = host;
    const said =
      request?.kind === "approval" ? { decision: "allow" as const } : { answers: { "Which?": "this" } };
    const given = answer(host, session_id, request, said, { ...admin, scopes });
    const code = await given.then(
      () => "taken",
      (error: unknown) => (DomainError.isInstance(error) ? error.code : String(error)),
    );
    if (code === "taken") await ended(host, session_id, turn_id);
    return code;
  };

  it("is, of an approval, who has the scope approve, and of a question who has chat", async () => {
    expect(await answerAs(["chat", "workspaces:write"], bash("rm x"))).toBe("insufficient_scope");
    expect(await answerAs(["approve"], bash("rm x"))).toBe("taken");
    expect(await answerAs(["approve"], question)).toBe("insufficient_scope");
    expect(await answerAs(["chat"], question)).toBe("taken");
  });
});
