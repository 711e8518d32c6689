import type { AgentServiceOptions } from "./composition/agent-service-options.ts";
import { createAgentService } from "./composition/create-agent-service.ts";
import { memoryVolumes } from "./memory/index.ts";
import { systemClock, type Clock } from "./ports/clock.ts";
import type { CompleteStore } from "./ports/store.ts";
import type { Principal } from "./domain/principals/principal.ts";
import { SCOPES } from "./domain/principals/scopes.ts";
import type { AgentService } from "./composition/agent-service.ts";
import type { AcceptedTurn, ChatInput, TurnResult } from "./domain/sessions/chat.ts";
import type { ToolResultPart } from "./domain/sessions/content.ts";
import type { EventDraft, SessionEvent } from "./domain/sessions/event.ts";
import type { AnswerRequest } from "./domain/sessions/request.ts";
import type { Session } from "./domain/sessions/session.ts";
import {
  scriptedModels,
  scriptedSandboxes,
  testStore,
  type FakeClock,
  type ModelScript,
  type ScriptedCommand,
  type ScriptedModels,
  type ScriptedSandboxes,
} from "./testing/index.ts";
import { isStoreBusy } from "./testing/test-store/test-store.ts";
import type { ConfigOverlay } from "./domain/workspaces/config.ts";

export const admin: Principal = {
  id: "admin",
  tenant: "default",
  kind: "user",
  scopes: SCOPES,
  workspace_ids: null,
};

export interface TestHost {
  readonly service: AgentService;
  readonly store: CompleteStore;
  readonly models: ScriptedModels;
  readonly sandbox: ScriptedSandboxes;
  readonly workspaceId: string;
  /** Hands a message over and waits for the turn's end. */
  run(message: string, chat?: Partial<ChatInput>): Promise<TurnResult>;
  /** Hands a message over and comes back at once. */
  send(message: string, chat?: Partial<ChatInput>): Promise<AcceptedTurn>;
  events(sessionId: string): Promise<SessionEvent[]>;
  session(sessionId: string): Promise<Session>;
}

export interface TestHostOptions {
  readonly script: ModelScript;
  readonly command?: ScriptedCommand;
  readonly config?: ConfigOverlay;
  readonly service?: Partial<AgentServiceOptions> & { readonly store?: CompleteStore };
}

/** A service in memory where `options` do not say otherwise. Not started. */
export const testService = (options: Partial<AgentServiceOptions> = {}): AgentService =>
  createAgentService({
    store: options.store ?? testStore(),
    volumes: memoryVolumes(),
    sandbox: scriptedSandboxes(),
    models: scriptedModels([]),
    random: () => 0,
    ...options,
  });

export async function startedService(options: Partial<AgentServiceOptions> = {}): Promise<AgentService> {
  const service = testService(options);
  await service.start();
  return service;
}

/** The durable events of a session so far. */
export async function eventsOf(
  { sessions }: AgentService,
  workspaceId: string,
  sessionId: string,
): Promise<SessionEvent[]> {
  const batches = await sessions.events(admin, workspaceId, sessionId, { after: 0, follow: false });
  return (await Array.fromAsync(batches)).flat().filter((event) => "seq" in event);
}

/** A call of bash, for a script. */
export const bash = (command: string) => ({ name: "bash", arguments: { command } });

/** The results of tools, in the order of the log. */
export const resultsIn = (events: readonly (SessionEvent | EventDraft)[]): ToolResultPart[] =>
  events.flatMap((event) =>
    event.type === "item.completed" ? event.item.content.filter((part) => part.type === "tool_result") : [],
  );

/** The outputs of the tools, in the order of the log. */
export const outputs = (events: readonly (SessionEvent | EventDraft)[]) =>
  resultsIn(events).map(({ output }) => output);

/** The results of tools that the last request has shown to the model. */
export const resultsShown = ({ models }: Pick<TestHost, "models">) =>
  models.requests
    .at(-1)
    ?.messages.flatMap(({ parts }) => parts.filter((part) => part.type === "tool_result")) ?? [];

type InWorkspace = Pick<TestHost, "service" | "workspaceId">;

/** Waits until a session has this status. A clock goes on meanwhile, by `stepMs` at a time. */
export const untilStatus = (
  { service, workspaceId }: InWorkspace,
  sessionId: string,
  status: Session["status"],
  { clock, stepMs = 1_000 }: { readonly clock?: FakeClock; readonly stepMs?: number } = {},
) =>
  until(async () => {
    await clock?.advance(stepMs);
    return (await service.sessions.get(admin, workspaceId, sessionId)).status === status;
  });

/** The turn, when it has ended. */
export const ended = ({ service, workspaceId }: InWorkspace, sessionId: string, turnId: string) =>
  service.sessions.turn(admin, workspaceId, sessionId, turnId, { seconds: 20 });

/** Answers the first open request of a session. */
export async function answerFirst(
  { service, workspaceId }: InWorkspace,
  sessionId: string,
  said: AnswerRequest,
) {
  const [request] = (await service.sessions.get(admin, workspaceId, sessionId)).pending_requests;
  return service.sessions.answerRequest(admin, workspaceId, sessionId, request?.id ?? "", said);
}

/** A service in memory with one workspace and a scripted model; it is stopped when the test's scope ends. */
export async function testHost({
  script,
  command,
  config,
  service: options,
}: TestHostOptions): Promise<TestHost & AsyncDisposable> {
  const store = options?.store ?? testStore();
  const models = scriptedModels(script);
  const sandbox = scriptedSandboxes(command);
  const service = await startedService({ store, sandbox, models, ...options });
  const { id: workspaceId } = await service.workspaces.create(admin, {
    name: "test",
    ...(config !== undefined && { config }),
  });
  const send = (message: string, chat?: Partial<ChatInput>) =>
    service.chat.send(admin, workspaceId, { message, ...chat });
  return {
    service,
    store,
    models,
    sandbox,
    workspaceId,
    send,
    async run(message, chat) {
      return service.chat.result(admin, workspaceId, await send(message, chat), { seconds: 30 });
    },
    events: (sessionId) => eventsOf(service, workspaceId, sessionId),
    session: (sessionId) => service.sessions.get(admin, workspaceId, sessionId),
    [Symbol.asyncDispose]: () => service.stop({ graceMs: 100 }),
  };
}

/** Stops a service whose clock is moved by hand. */
export async function stopWithClock(service: AgentService, clock: FakeClock): Promise<void> {
  const stopped = service.stop({ graceMs: 0 });
  await clock.advance(1_000);
  await stopped;
}

/** The clock that a store measures leases by. Once set ahead, all leases are over, as those of a process that has died are after a while. */
export function clockOfLeases() {
  let aheadMs = 0;
  const clock: Clock = { ...systemClock, monotonic: () => systemClock.monotonic() + aheadMs };
  return { clock, endLeases: () => void (aheadMs += 60_000) };
}

/** What waits at a gate goes on when it is opened. */
export function gate() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { opened: promise, open: () => resolve(undefined) };
}

/** Waits until a condition holds. The time limit ends what hangs; minutes of a fake clock take many seconds on a busy machine. */
export async function until(condition: () => boolean | Promise<boolean>, seconds = 120): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > end)
      throw new Error(`This did not come to hold within ${seconds} s: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** In real milliseconds: a call of the store may be waiting for the test itself. */
const MAX_STORE_WAIT_MS = 10_000;

/**
 * Lets all that is ready in this process run: so many turns of the event loop, however long they take. Turns in which the store
 * is at work, in another process perhaps, do not count.
 */
export async function eventLoopTurns(count = 20, maxStoreWaitMs = MAX_STORE_WAIT_MS): Promise<void> {
  const end = performance.now() + maxStoreWaitMs;
  for (let turn = 0; turn < count;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (!isStoreBusy() || performance.now() > end) turn += 1;
  }
}
