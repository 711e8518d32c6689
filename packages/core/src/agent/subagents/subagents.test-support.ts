import type { ModelRequest } from "../../ports/model.ts";
import type { SessionEvent } from "../../domain/sessions/event.ts";
import { toPrompt } from "../prompt/prompt-builder.ts";
import { admin, until, type TestHost } from "../../test-host.test-support.ts";
import type { ModelScript, ScriptedStep } from "../../testing/index.ts";

/** Has people asked before anything is removed. */
export const asksToRemove = { permissions: { bash: [{ pattern: "rm *", action: "ask" as const }] } };

export const task = (prompt: string) => ({
  name: "task",
  arguments: { description: `Do ${prompt}`, prompt },
});

export const isOfSubagent = ({ system }: ModelRequest) => system.includes("You are a subagent");

/** A command that goes on until it is stopped. */
export const untilStopped = ({ abortSignal }: { readonly abortSignal?: AbortSignal }) =>
  new Promise<object>((resolve) => abortSignal?.addEventListener("abort", () => resolve({}), { once: true }));

function stepOf(steps: readonly ScriptedStep[], { messages }: ModelRequest): ScriptedStep {
  const count = messages.filter(({ role }) => role === "assistant").length;
  return steps[Math.min(count, steps.length - 1)] ?? { text: "done" };
}

/** The steps of the agent, and those of each subagent by its prompt. The last of a list is repeated. */
export function scripted(
  root: readonly ScriptedStep[],
  children: Readonly<Record<string, readonly ScriptedStep[]>>,
): Extract<ModelScript, (...given: never[]) => unknown> {
  return (request) => {
    if (!isOfSubagent(request)) return stepOf(root, request);
    const [first] = request.messages[0]?.parts ?? [];
    return stepOf(first?.type === "text" ? (children[first.text] ?? []) : [], request);
  };
}

export const sessionsOf = async (host: Pick<TestHost, "service" | "workspaceId">) =>
  (await host.service.sessions.list(admin, host.workspaceId, { limit: 500 })).items;

/** The sessions of subagents, the first that was made first. */
export const childrenOf = async (host: Pick<TestHost, "service" | "workspaceId">) =>
  (await sessionsOf(host)).filter(({ parent }) => parent !== null).toReversed();

/** Waits until there are so many subagents' sessions, and the condition holds of each. */
export async function untilChildren(
  host: Pick<TestHost, "service" | "workspaceId">,
  count: number,
  isSo: (session: Awaited<ReturnType<typeof childrenOf>>[number]) => boolean = () => true,
) {
  let children = await childrenOf(host);
  await until(async () => {
    children = await childrenOf(host);
    return children.length === count && children.every(isSo);
  });
  return children;
}

/** Whether seqs have no gap and every call that the model is shown has its one result. */
export function isSound(events: readonly SessionEvent[]): boolean {
  const messages = toPrompt(events);
  const calls = messages.flatMap(({ parts }) => parts.filter(({ type }) => type === "tool_call"));
  const results = messages.flatMap(({ parts }) => parts.filter(({ type }) => type === "tool_result"));
  const ended = events.filter(({ type }) => type === "turn.ended").length;
  const begun = events.filter(({ type }) => type === "turn.queued").length;
  return (
    events.every(({ seq }, index) => seq === index + 1) && calls.length === results.length && ended === begun
  );
}
