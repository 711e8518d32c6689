import * as fc from "fast-check";
import { expect } from "vitest";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { memoryVolumes } from "../../memory/index.ts";
import type { Store } from "../../ports/store.ts";
import type { AgentService } from "../../composition/agent-service.ts";
import type { Chat } from "../../domain/sessions/chat.ts";
import { projectMessages } from "../../domain/sessions/project-messages.ts";
import { admin, bash, eventsOf, startedService, until } from "../../test-host.test-support.ts";
import { scriptedModels, scriptedSandboxes, testStore } from "../../testing/index.ts";
import { asksToRemove, isOfSubagent, isSound, sessionsOf, task } from "./subagents.test-support.ts";

const deed = fc.record({
  /** Turns of the event loop before it. */
  after: fc.nat(40),
  kind: fc.constantFrom(
    ...(["steer", "steer", "queue", "interrupt"] as const),
    ...(["stop", "stop child", "delete child", "answer", "answer", "answer", "restart"] as const),
  ),
  /** Which child, which answer. */
  choice: fc.nat(99),
});

async function pause(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** What may be refused when it comes too late, or while the service is between two lives. */
const LATE = new Set(["already_resolved", "not_found", "queue_full", "overloaded"]);

async function unlessLate<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (DomainError.isInstance(error) && LATE.has(error.code)) return null;
    throw error;
  }
}

/** A service whose agent calls subagents and commands at random, and that can be stopped and started over its store. */
async function underFire(store: Store, random: () => number) {
  const lasting = { ...store, close: async () => {} };
  const ran: string[] = [];
  let count = 0;
  const command = () => bash(`${random() < 0.4 ? "rm" : "ls"} ${++count}`);
  const models = scriptedModels(async (request) => {
    await pause(random() * 10);
    const steps = request.messages.filter(({ role }) => role === "assistant").length;
    if (isOfSubagent(request))
      return steps < 2 && random() < 0.8 ? { toolCalls: [command()] } : { text: "done" };
    if (random() < 0.45) return { text: `done ${++count}` };
    const calls = Array.from({ length: 1 + Math.floor(random() * 5) }, () =>
      random() < 0.8 ? task(`t${++count}`) : command(),
    );
    return { text: "Go.", toolCalls: calls };
  });
  const sandbox = scriptedSandboxes(async ({ command: text }) => {
    ran.push(text);
    await pause(random() * 10);
    return { stdout: "ok" };
  });
  const volumes = memoryVolumes();
  let running: AgentService | undefined;
  const start = async () => {
    running = await startedService({ store: lasting, volumes, sandbox, models });
    return running;
  };
  return { ran, start, [Symbol.asyncDispose]: async () => running?.stop({ graceMs: 0 }) };
}

/** Turns with subagents keep every message and run every command once, whatever people do meanwhile: tried `numRuns` times. */
export async function survivesFire(numRuns: number): Promise<void> {
  const store = testStore();
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(deed, { minLength: 10, maxLength: 25 }),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      async (deeds, numbers) => {
        await using host = await underFire(store, () => Number(numbers.next().value));
        let service = await host.start();
        const { id: workspaceId } = await service.workspaces.create(admin, {
          name: `workspace ${++count}`,
          config: { ...asksToRemove, limits: { max_steps: 60 } },
        });
        const sent: { readonly text: string; readonly turnId: string }[] = [];
        const send = async (on_busy: Chat["on_busy"], session_id?: string) => {
          const text = `m${sent.length}-${Math.random()}`;
          const turn = await service.chat.send(admin, workspaceId, {
            message: text,
            on_busy,
            ...(session_id !== undefined && { session_id }),
          });
          sent.push({ text, turnId: turn.turn_id });
          return turn.session_id;
        };
        const rootId = await send("queue");
        const all = () => sessionsOf({ service, workspaceId });
        const answer = async (choice: number) => {
          for (const { id, parent, pending_requests } of await all())
            for (const request of parent === null ? pending_requests : [])
              await unlessLate(
                service.sessions.answerRequest(admin, workspaceId, id, request.id, {
                  decision: choice % 5 === 0 ? "deny" : "allow",
                }),
              );
        };
        const doings: Promise<unknown>[] = [];
        for (const { after, kind, choice } of deeds) {
          await pause(after);
          const children = (await all()).filter(({ parent }) => parent !== null);
          const child = children[choice % Math.max(children.length, 1)]?.id;
          if (kind === "restart") {
            await service.stop({ graceMs: 0 });
            service = await host.start();
          } else if (kind === "answer") await answer(choice);
          else if (kind === "stop") doings.push(service.sessions.interrupt(admin, workspaceId, rootId));
          else if (kind === "stop child") {
            if (child !== undefined)
              doings.push(unlessLate(service.sessions.interrupt(admin, workspaceId, child)));
          } else if (kind === "delete child") {
            if (child !== undefined)
              doings.push(unlessLate(service.sessions.delete(admin, workspaceId, child)));
          } else doings.push(unlessLate(send(kind, rootId)));
        }
        await Promise.all(doings);
        await until(async () => {
          await answer(1);
          return (await all()).every(({ status }) => status === "idle");
        });

        for (const { id, parent, message_count } of await all()) {
          const events = await eventsOf(service, workspaceId, id);
          const transcript = await service.sessions.transcript(admin, workspaceId, id);
          const messages = (await Array.fromAsync(transcript)).flat();
          expect(isSound(events)).toBe(true);
          expect(projectMessages(events)).toEqual(messages);
          expect(message_count).toBe(messages.length);
          expect(messages.at(-1)?.role).toBe("assistant");
          const opened = events.filter(({ type }) => type === "request.opened");
          expect(events.filter(({ type }) => type === "request.resolved")).toHaveLength(opened.length);
          if (parent !== null) continue;
          const told = messages.filter(({ content }) => sent.some(({ text }) => text === content));
          expect(told.map(({ content, turn_id }) => `${turn_id} ${content}`).toSorted()).toEqual(
            sent.map(({ text, turnId }) => `${turnId} ${text}`).toSorted(),
          );
        }
        expect(new Set(host.ran).size).toBe(host.ran.length);
      },
    ),
    { numRuns },
  );
}
