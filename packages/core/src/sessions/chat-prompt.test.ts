import { describe, expect, it } from "vitest";
import { PROMPT_SOURCE } from "../ports/injection.ts";
import { admin, testHost, type TestHost } from "../test-host.test-support.ts";
import type { ChatInput } from "../domain/sessions/chat.ts";
import type { PromptSource } from "../ports/prompt-source.ts";

/** A host with prompts by name. A test may change the map. */
async function hostWith(prompts: Map<string, string>): Promise<TestHost & AsyncDisposable> {
  const source: PromptSource = {
    find: async (_, tenant, ref) => {
      const content = tenant === "default" ? prompts.get(ref) : undefined;
      return content === undefined ? null : { content };
    },
  };
  return testHost({
    script: () => ({ text: "done" }),
    service: { overrides: [[PROMPT_SOURCE, { useValue: source }]] },
  });
}

const send = (host: TestHost, chat: ChatInput, idempotencyKey?: string) =>
  host.service.chat.send(
    admin,
    host.workspaceId,
    chat,
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );

async function said(host: TestHost, chat: ChatInput): Promise<string> {
  const turn = await send(host, chat);
  await host.service.chat.result(admin, host.workspaceId, turn, { seconds: 20 });
  const { items } = await host.service.sessions.messages(admin, host.workspaceId, turn.session_id, {});
  return items[0]?.content ?? "";
}

describe("a stored prompt in a chat", () => {
  it("is what the agent receives, filled in, with the message below it", async () => {
    await using host = await hostWith(new Map([["review", "Review {{ branch }} for {{what}}."]]));
    const prompt = { name: "review", arguments: { branch: "main", what: "{{branch}}" } };
    expect(await said(host, { prompt })).toBe("Review main for {{branch}}.");
    expect(await said(host, { prompt, message: "Be brief." })).toBe(
      "Review main for {{branch}}.\n\nBe brief.",
    );
    const { items } = await host.service.sessions.list(admin, host.workspaceId, {});
    expect(items[0]?.preview).toBe("Review main for {{branch}}.\n\nBe brief.");
  });

  it("is refused where an argument is missing or unknown, and no turn is made", async () => {
    await using host = await hostWith(new Map([["p", "{{a}} {{b}}"]]));
    await expect(send(host, { prompt: { name: "p", arguments: { b: "x", c: "y" } } })).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/prompt/arguments/a" }, { pointer: "#/prompt/arguments/c" }],
    });
    expect((await host.service.sessions.list(admin, host.workspaceId, {})).items).toEqual([]);
  });

  it.each<[string, ChatInput, string, string | undefined]>([
    [
      "there is no prompt of that name",
      { prompt: { name: "q", arguments: {} } },
      "invalid_request",
      "#/prompt/name",
    ],
    ["neither it nor a message is given", {}, "invalid_request", "#/message"],
    [
      "its text is longer than a message may be",
      { prompt: { name: "p", arguments: { a: "é".repeat(600_000) } } },
      "payload_too_large",
      undefined,
    ],
    ["its text is blank", { prompt: { name: "p", arguments: { a: " " } } }, "invalid_request", "#/prompt"],
    ["it holds NUL", { prompt: { name: "p", arguments: { a: "x\0" } } }, "invalid_request", "#/prompt"],
    [
      "the message with it is blank",
      { prompt: { name: "p", arguments: { a: "x" } }, message: " " },
      "invalid_request",
      "#/message",
    ],
  ])("is refused when %s", async (_, chat, code, pointer) => {
    await using host = await hostWith(new Map([["p", "{{a}}"]]));
    await expect(send(host, chat)).rejects.toMatchObject({
      code,
      ...(pointer !== undefined && { errors: [{ pointer }] }),
    });
  });

  it("is not visible to a token that is bound to workspaces", async () => {
    await using host = await hostWith(new Map([["p", "x"]]));
    const bound = { ...admin, workspace_ids: [host.workspaceId] };
    const chat = { prompt: { name: "p" } };
    await expect(host.service.chat.send(bound, host.workspaceId, chat)).rejects.toMatchObject({
      errors: [{ pointer: "#/prompt/name" }],
    });
  });

  it("is repeated by its idempotency key, even if the prompt has changed", async () => {
    const prompts = new Map([["p", "Do {{a}}"]]);
    await using host = await hostWith(prompts);
    const prompt = { name: "p", arguments: { a: "x" } };
    const first = await send(host, { prompt }, "k");
    prompts.delete("p");
    expect(await send(host, { prompt }, "k")).toMatchObject({ turn_id: first.turn_id, replayed: true });
    await expect(send(host, { prompt: { name: "p", arguments: { a: "y" } } }, "k")).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
  });
});
