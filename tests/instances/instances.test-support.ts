import { afterAll, onTestFinished } from "vitest";
import {
  createAgentService,
  systemClock,
  type AgentService,
  type AgentServiceOptions,
  type Clock,
  type Principal,
  type StreamedEvent,
} from "../../packages/core/src/index.ts";
import { memoryVolumes } from "../../packages/core/src/memory/index.ts";
import {
  scriptedModels,
  scriptedSandboxes,
  type ModelScript,
  type ScriptedCommand,
  type ScriptedSandboxes,
} from "../../packages/core/src/testing/index.ts";
import { admin } from "../../packages/core/src/test-host.test-support.ts";
import {
  hasNotifications,
  SHARED_STORES,
  type SharedStores,
  type SharedStoresName,
} from "./shared-stores.test-support.ts";

export { until } from "../../packages/core/src/test-host.test-support.ts";
export { admin };

export interface Instance {
  readonly service: AgentService;
  readonly sandbox: ScriptedSandboxes;
  stop(graceMs?: number): Promise<void>;
}

export interface InstanceOptions {
  readonly script: ModelScript;
  readonly command?: ScriptedCommand;
  readonly service?: Partial<AgentServiceOptions>;
  /** The clock of the script's `delayMs`. Default: real time. */
  readonly modelClock?: Clock;
}

export interface Instances {
  readonly stores: SharedStores;
  /** Starts one more, which is stopped at the test's end. */
  start(options: InstanceOptions): Promise<Instance>;
  workspace(instance: Instance, config?: object): Promise<string>;
}

/** The shortest polling interval of instances. */
const POLL_MS = 1_000;

/** Instances do not poll: only notifications have an effect. */
const withoutPolls: Clock = {
  ...systemClock,
  sleep: (ms, signal) => (ms < POLL_MS ? systemClock.sleep(ms, signal) : aborted(signal)),
};

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}

export interface InstancesOptions {
  /** False: instances do not poll, where notifications work. Default true. */
  readonly polls?: boolean;
}

/** For the tests of a group, which are cleaned up at its end. */
export function instancesOn(name: SharedStoresName): (options?: InstancesOptions) => Promise<Instances> {
  const maker = SHARED_STORES[name]();
  afterAll(() => maker.end());
  return async ({ polls = true } = {}) => {
    const stores = await maker.make();
    onTestFinished(() => stores.remove());
    return instancesWith(stores, polls || !hasNotifications(name) ? systemClock : withoutPolls);
  };
}

function instancesWith(stores: SharedStores, clock: Clock): Instances {
  const volumes = memoryVolumes();
  return {
    stores,
    async start({ script, command, service: options, modelClock = systemClock }) {
      const sandbox = scriptedSandboxes(command);
      const service = createAgentService({
        store: stores.open(clock),
        volumes,
        sandbox,
        models: scriptedModels(script, { clock: modelClock }),
        clock,
        secretKey: "the same on all instances",
        ...options,
      });
      await service.start();
      let stopped: Promise<void> | null = null;
      const stop = (graceMs = 100) => (stopped ??= service.stop({ graceMs }));
      onTestFinished(() => stop());
      return { service, sandbox, stop };
    },
    async workspace({ service }, config) {
      const made = await service.workspaces.create(admin, {
        name: crypto.randomUUID(),
        ...(config !== undefined && { config }),
      });
      return made.id;
    },
  };
}

/** A turn on an instance, beside one that runs none. */
export async function turnOnOne(instances: Instances, options: InstanceOptions, config?: object) {
  const one = await instances.start(options);
  const workspace = await instances.workspace(one, config);
  const two = await instances.start(idle);
  const turn = await one.service.chat.send(admin, workspace, chat);
  return { one, two, workspace, turn };
}

/** What a reader got. */
export interface Reading {
  readonly events: StreamedEvent[];
  readonly done: Promise<void>;
  stop(): void;
}

export async function read(
  { service }: Instance,
  principal: Principal,
  workspaceId: string,
  sessionId: string,
  after = 0,
): Promise<Reading> {
  const stopping = new AbortController();
  const events: StreamedEvent[] = [];
  const options = { after, signal: stopping.signal };
  const batches = await service.sessions.events(principal, workspaceId, sessionId, options);
  const done = (async () => {
    for await (const batch of batches) events.push(...batch);
  })();
  onTestFinished(async () => {
    stopping.abort();
    await done;
  });
  return { events, done, stop: () => stopping.abort() };
}

/** A promise that a test settles. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { opened: promise, open: () => resolve(undefined) };
}

/** A command that ends when the test opens its gate. */
export function heldCommand(): { readonly command: ScriptedCommand; open(): void } {
  const { opened, open } = gate();
  return { command: () => opened.then(() => ({})), open };
}

export const chat = { message: "go" };
/** A step that runs a command. */
export const shell = { toolCalls: [{ name: "bash", arguments: { command: "true" } }] };
/** An instance that runs no turn. */
export const idle = { script: [], service: { maxRunningTurns: 0 } } as const;
