import { describe, expect, it } from "vitest";
import { admin, answerFirst, resultsShown, testHost, type TestHost } from "../../test-host.test-support.ts";
import type { AnswerRequest } from "../../domain/sessions/request.ts";
import type { ConfigOverlay } from "../../domain/workspaces/config.ts";
import { NOT_ALLOWED } from "../requests/verdict.ts";

const QUESTIONS = [
  { question: "Which branch?", header: "Branch", options: [{ label: "main" }, { label: "next" }] },
  { question: "Which checks?", multiple: true },
];
const asking = (questions: unknown) => ({
  script: [{ toolCalls: [{ name: "ask_user", arguments: { questions } }] }, { text: "done" }],
});

async function answer(host: TestHost, sessionId: string, said: AnswerRequest) {
  await answerFirst(host, sessionId, said);
  const session = await host.service.sessions.get(admin, host.workspaceId, sessionId, { seconds: 20 });
  expect(session.status).toBe("idle");
}

describe("the tool ask_user", () => {
  it("waits for a person and shows the model each question with its answer", async () => {
    await using host = await testHost(asking(QUESTIONS));
    const { session_id, status } = await host.run("go");
    expect(status).toBe("waiting");
    expect((await host.session(session_id)).pending_requests).toMatchObject([
      { kind: "question", tool: "ask_user", prompt: "Which branch?\nWhich checks?", questions: QUESTIONS },
    ]);
    await answer(host, session_id, { answers: { "0": "a third one", "Which checks?": [] } });
    expect(resultsShown(host)).toMatchObject([
      { is_error: false, output: "Which branch?\na third one\n\nWhich checks?\n(nothing chosen)" },
    ]);
  });

  it("puts a question once, whatever else its permission asks for", async () => {
    await using host = await testHost({
      ...asking(QUESTIONS.slice(0, 1)),
      config: { permissions: { "*": "ask" } },
    });
    const { session_id } = await host.run("go");
    await answer(host, session_id, { answers: { "Which branch?": "main" } });
    expect(resultsShown(host)).toMatchObject([{ output: "Which branch?\nmain" }]);
  });

  it.each<[string, ConfigOverlay, boolean]>([
    ["nothing is said of it", {}, true],
    ["it is denied", { permissions: { ask_user: "deny" } }, false],
    ["all is denied", { permissions: { "*": "deny" } }, false],
    ["all else is denied", { permissions: { "*": "deny", ask_user: "allow" } }, true],
  ])("is offered or not where %s", async (_, config, isOffered) => {
    await using host = await testHost({ script: [{ text: "done" }], config });
    await host.run("go");
    const names = host.models.requests[0]?.tools.map(({ name }) => name) ?? [];
    expect(names.includes("ask_user")).toBe(isOffered);
    expect(names).toContain("bash");
  });

  it("asks nobody where a pattern denies the question", async () => {
    const permissions = { ask_user: [{ pattern: "*branch*", action: "deny" as const }] };
    await using host = await testHost({ ...asking(QUESTIONS), config: { permissions } });
    expect(await host.run("go")).toMatchObject({ status: "completed" });
    expect(resultsShown(host)).toMatchObject([{ is_error: true, output: NOT_ALLOWED }]);
  });

  it.each([
    ["no question", []],
    ["five", Array.from({ length: 5 }, (_, index) => ({ question: `${index}?` }))],
    ["the same twice", [{ question: "Why?" }, { question: " Why? " }]],
    ["an empty one", [{ question: " " }]],
    ["no options to choose from", [{ question: "Why?", options: [] }]],
  ])("gets an error for %s, and waits for nobody", async (_, questions) => {
    await using host = await testHost(asking(questions));
    expect(await host.run("go")).toMatchObject({ status: "completed" });
    expect(resultsShown(host)).toMatchObject([{ is_error: true }]);
  });
});
