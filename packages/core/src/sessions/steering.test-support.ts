import { expect } from "vitest";
import {
  admin,
  bash,
  gate,
  testHost,
  until,
  untilStatus,
  type TestHost,
  type TestHostOptions,
} from "../test-host.test-support.ts";
import type { ScriptedStep } from "../testing/index.ts";
import type { Chat } from "../domain/sessions/chat.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import type { Message } from "../domain/sessions/message.ts";
import { projectMessages } from "../domain/sessions/project-messages.ts";

/** A host whose model and commands wait for the test. */
export interface SteeredHost extends TestHost, AsyncDisposable {
  /** Lets the model or the command continue. */
  release(): void;
  steer(message: string, sessionId: string, chat?: Partial<Chat>): ReturnType<TestHost["send"]>;
  transcript(sessionId: string): Promise<readonly Message[]>;
  idle(sessionId: string): Promise<void>;
}

/** What blocks the first turn: a slow stream, a command, or a question. */
export type Hold = "model" | "tool" | "person";

const FIRST: Readonly<Record<Hold, ScriptedStep>> = {
  model: { text: "I am at it.", chunk: 4 },
  tool: { text: "I run it.", toolCalls: [bash("make")] },
  person: { text: "May I?", toolCalls: [bash("rm x")] },
};

/** The first turn is blocked in its first step; later answers of the model list the user messages that it was shown. */
export async function steeredHost(hold: Hold, options: Partial<TestHostOptions> = {}): Promise<SteeredHost> {
  const { opened: opened, open: open } = gate();
  const host = await testHost({
    script: async (request, index) => {
      if (index > 0) {
        const told = request.messages.flatMap(({ role, parts }) =>
          role === "user" ? parts.flatMap((part) => (part.type === "text" ? [part.text] : [])) : [],
        );
        return { text: `seen: ${told.join(", ")}` };
      }
      if (hold === "model") await opened;
      return FIRST[hold];
    },
    command: async ({ abortSignal }) => {
      if (hold !== "tool") return {};
      const stopped = new Promise<void>((resolve) =>
        abortSignal?.addEventListener("abort", () => resolve(), { once: true }),
      );
      await Promise.race([opened, stopped]);
      return { stdout: "made" };
    },
    ...(hold === "person" && { config: { permissions: { bash: "ask" as const } } }),
    ...options,
  });
  return {
    ...host,
    release: open,
    steer: (message, session_id, chat) => host.send(message, { session_id, on_busy: "steer", ...chat }),
    async transcript(sessionId) {
      const batches = await host.service.sessions.transcript(admin, host.workspaceId, sessionId);
      return (await Array.fromAsync(batches)).flat();
    },
    idle: (sessionId) => untilStatus(host, sessionId, "idle"),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

/** Begins a turn, and resolves when it is blocked. */
export async function begun(host: SteeredHost, hold: Hold) {
  const first = await host.send("first");
  await until(async () => {
    if (hold === "tool") return host.sandbox.commands.length === 1;
    if (hold === "person") return (await host.session(first.session_id)).status === "waiting";
    return host.models.requests.length === 1;
  });
  return first;
}

/** The log, each event as a few words. */
export function lines(events: readonly SessionEvent[], turns: readonly string[]): string[] {
  return events.map((event) => {
    const turn = event.turn_id === null ? "" : ` ${turns.indexOf(event.turn_id) + 1}`;
    if (event.type !== "item.completed") return `${event.type}${turn}`;
    const text = event.item.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
    return `${event.item.kind} ${event.item.role}${text === "" ? "" : `: ${text}`}${turn}`;
  });
}

/** The messages in the order of the transcript, which must be the order of the log too. */
export async function said(host: SteeredHost, sessionId: string): Promise<string[]> {
  const messages = await host.transcript(sessionId);
  expect(projectMessages(await host.events(sessionId))).toEqual(messages);
  expect((await host.session(sessionId)).message_count).toBe(messages.length);
  return messages.map(({ role, content }) => `${role}: ${content}`);
}
