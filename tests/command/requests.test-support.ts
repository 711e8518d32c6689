import type { Prompt } from "../../packages/cli/src/index.ts";
import type { ModelRequest } from "../../packages/core/src/ports.ts";
import type { ScriptedStep, ScriptedToolCall } from "../../packages/core/src/testing/index.ts";
import { testApi, type TestApi } from "../../packages/http/src/test-api.test-support.ts";

export const BASH = { name: "bash", arguments: { command: "make release" } };

/** Calls the tool, and then says what came back. */
export const calling =
  (...toolCalls: readonly ScriptedToolCall[]) =>
  ({ messages }: ModelRequest): ScriptedStep => {
    const last = messages.at(-1);
    return last?.role === "user" ? { toolCalls: [...toolCalls] } : { text: `Got: ${JSON.stringify(last)}` };
  };

export const apiThatCalls = async (...calls: readonly ScriptedToolCall[]) =>
  await testApi({ script: calling(...calls), command: () => ({ stdout: "released\n" }) });

export interface WaitingSession {
  readonly pending_requests: readonly { readonly id: string; readonly subject_hash?: string }[];
}

/** A workspace with a session that waits for a person. */
export async function waiting(api: TestApi, config: object = { permissions: { bash: "ask" } }) {
  const { id } = await api.createWorkspace("notes", config);
  const { session_id } = (await api.chat(id, { message: "Go." })).as();
  const path = `/api/workspaces/${id}/sessions/${session_id}`;
  const session = (await api.call("GET", path)).as<WaitingSession>();
  const request = session.pending_requests[0];
  if (request === undefined) throw new Error("Nothing waits.");
  const ended = async () => (await api.call("GET", `${path}?wait=60`)).as().status;
  return { id, session_id, request, path, ended };
}

/** A person at a terminal who types these lines; after them, nothing comes until the question is over. */
export function person(...lines: readonly string[]) {
  const rest = [...lines];
  const questions: string[] = [];
  const ask: Prompt["ask"] = async (question, signal) => {
    questions.push(question);
    const line = rest.shift();
    if (line !== undefined) return line;
    return await new Promise<string>((resolve) => signal?.addEventListener("abort", () => resolve("")));
  };
  return { prompt: { isInteractive: true, ask }, questions };
}

export const IN = ["-w", "notes"];
