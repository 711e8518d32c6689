import { afterEach } from "vitest";
import {
  createAgentService,
  type AgentService,
  type AgentServiceOptions,
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
import { SHARED_STORES, type SharedStores, type SharedStoresName } from "./shared-stores.test-support.ts";

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
}

export interface Instances {
  readonly stores: SharedStores;
  /** One more, which is stopped at the test's end. */
  start(options: InstanceOptions): Promise<Instance>;
  workspace(instance: Instance, config?: object): Promise<string>;
}

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

export async function instancesOn(name: SharedStoresName): Promise<Instances> {
  const stores = await SHARED_STORES[name]();
  ends.push(() => stores.remove());
  const volumes = memoryVolumes();
  return {
    stores,
    async start({ script, command, service: options }) {
      const sandbox = scriptedSandboxes(command);
      const service = createAgentService({
        store: stores.open(),
        volumes,
        sandbox,
        models: scriptedModels(script),
        secretKey: "the same on all instances",
        ...options,
      });
      await service.start();
      let stopped: Promise<void> | null = null;
      const stop = (graceMs = 100) => (stopped ??= service.stop({ graceMs }));
      ends.push(() => stop());
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

/** What a reader got, and when: milliseconds since it began. */
export interface Reading {
  readonly events: StreamedEvent[];
  readonly times: Map<StreamedEvent, number>;
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
  const start = performance.now();
  const events: StreamedEvent[] = [];
  const times = new Map<StreamedEvent, number>();
  const options = { after, signal: stopping.signal };
  const batches = await service.sessions.events(principal, workspaceId, sessionId, options);
  const done = (async () => {
    for await (const batch of batches)
      for (const event of batch) {
        events.push(event);
        times.set(event, performance.now() - start);
      }
  })();
  ends.push(async () => {
    stopping.abort();
    await done;
  });
  return { events, times, done, stop: () => stopping.abort() };
}

/** A promise that a test settles. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { opened: promise, open: () => resolve(undefined) };
}
