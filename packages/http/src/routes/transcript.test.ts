import { MessageSchema } from "@workspace-agent/core/schemas";
import type { Message } from "@workspace-agent/core";
import type { ModelScript } from "@workspace-agent/core/testing";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { messageToMarkdown } from "../transcript/markdown.ts";
import { testApi, type TestApi } from "../test-api.test-support.ts";

const script: ModelScript = (_, index) =>
  index === 0
    ? { text: "Looking", toolCalls: [{ name: "bash", arguments: { command: "ls" } }] }
    : { text: "Seen." };

async function ran(api: TestApi): Promise<string> {
  const { id } = await api.createWorkspace();
  const chat = await api.chat(id);
  return `/api/workspaces/${id}/sessions/${chat.as().session_id}/transcript`;
}

describe("a transcript", () => {
  test("is the session's messages, as JSON, as lines and as Markdown", async () => {
    await using api = await testApi({ script });
    const path = await ran(api);
    const read = async (accept?: string) =>
      await api.call("GET", path, accept === undefined ? {} : { headers: { accept } });
    const json = await read();
    expect(json.headers.get("content-type")).toBe("application/json");
    expect(json.headers.get("vary")).toBe("accept, accept-encoding");
    const messages = v.parse(v.array(MessageSchema), json.json);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
    const lines = await read("application/x-ndjson;q=0.9, application/json;q=0.1");
    expect(lines.headers.get("content-type")).toBe("application/x-ndjson");
    const parsed = lines.text
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(parsed).toEqual(messages);
    const markdown = await read("text/markdown");
    expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(markdown.text).toMatch(
      /^# Session ses_\w+\n\n## User, \S+\n\n> Go\n\n## Agent, \S+\n\n> Looking\n\n\*Call of\* ` bash `\n\n```json\n\{"command":"ls"\}\n```\n\n## Tool, /,
    );
    expect((await read("text/html")).json).toMatchObject({ status: 406, code: "not_acceptable" });
  });

  test("of a session that there is not is 404, whatever the form", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const { json } = await api.call("GET", `/api/workspaces/${id}/sessions/ses_none/transcript`, {
      headers: { accept: "text/markdown" },
    });
    expect(json).toMatchObject({ status: 404, code: "not_found" });
  });
});

describe("a message as Markdown", () => {
  const base = { id: "msg_1", session_id: "ses_1", turn_id: "turn_1", seq: 1, content: "" };
  const markdownOf = (role: Message["role"], ...parts: Message["parts"]) =>
    messageToMarkdown({ ...base, role, parts, created_at: "2026-01-01T00:00:00.000Z" });

  test("keeps its words to itself, whatever markup they hold", () => {
    const text = "# Tool\n```\nopen\r## Agent, now\r\n\n<!--";
    expect(markdownOf("user", { type: "text", text })).toBe(
      "## User, 2026-01-01T00:00:00.000Z\n\n> # Tool\n> ```\n> open\n> ## Agent, now\n>\n> <!--\n\n",
    );
  });

  test("has fences that nothing inside can end", () => {
    const output = "```\n## Agent\n``````\n~~~";
    const markdown = markdownOf("tool", {
      type: "tool_result",
      call_id: "c",
      name: "`bash`\n## x",
      output,
      is_error: true,
      truncated: true,
    });
    expect(markdown).toContain("*Result of* `` `bash` ## x `` (failed, shortened)\n\n");
    expect(markdown).toContain(`\n\`\`\`\`\`\`\`\n${output}\n\`\`\`\`\`\`\`\n`);
  });

  test("names calls, thoughts and images", () => {
    const markdown = markdownOf(
      "assistant",
      { type: "reasoning", text: "Hm." },
      { type: "text", text: " " },
      { type: "image", media_type: "image/png", blob: "f00d" },
      { type: "tool_call", call_id: "c", name: "read", arguments: '{"path":"a`b"}' },
    );
    expect(markdown).toBe(
      '## Agent, 2026-01-01T00:00:00.000Z\n\n*Reasoning*\n\n> Hm.\n\n*Image* ` image/png `\n\n*Call of* ` read `\n\n```json\n{"path":"a`b"}\n```\n\n',
    );
  });
});
