import { onTestFinished } from "vitest";
import { createAgentService } from "../composition/create-agent-service.ts";
import type { AgentService } from "../composition/agent-service.ts";
import type { AgentServiceOptions } from "../composition/agent-service-options.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import { memoryCluster, memoryObjects, memoryVolumes } from "../memory/index.ts";
import { systemClock, type Clock } from "../ports/clock.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import type { SharedStore } from "../ports/store.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import { admin, eventsOf, gate, until } from "../test-host.test-support.ts";
import {
  scriptedModels,
  scriptedSandboxes,
  type ModelScript,
  type ScriptedModels,
} from "../testing/index.ts";

const bytesOf = (text: string) => new Blob([text]).stream();

/** A step of a model that writes a file. */
export const writes = (path: string, content = path) => ({
  toolCalls: [{ name: "write", arguments: { path, content } }],
});
export const done = { text: "done" };

/** A model whose turn writes a file, and then waits. */
export function writingTurn(path: string) {
  const held = gate();
  const steps = [writes(path)];
  const script: ModelScript = async () => {
    const step = steps.shift();
    if (step === undefined) await held.opened;
    return step ?? done;
  };
  return { script, end: held.open };
}

/** Objects of which a call can be held, or fail. */
export function troubled(objects: ObjectStore, method: "get" | "put") {
  let trouble: (key: string) => Promise<void> = async () => {};
  const reached = gate();
  const held = gate();
  const whole: ObjectStore = {
    ...objects,
    put: async (...given) => {
      if (method === "put") await trouble(given[0]);
      return objects.put(...given);
    },
    get: async (...given) => {
      if (method === "get") await trouble(given[0]);
      return objects.get(...given);
    },
  };
  return {
    objects: whole,
    /** Calls whose key has a text wait from now on, or the first of them does; resolves when one does. */
    hold: (text = "", { isOne = false } = {}) => {
      trouble = async (key) => {
        if (!key.includes(text)) return;
        if (isOne) trouble = async () => {};
        reached.open();
        await held.opened;
      };
      return reached.opened;
    },
    /** They fail. */
    fail: () => {
      trouble = () => Promise.reject(new DomainError("overloaded", "The bucket is away."));
    },
    end: () => {
      trouble = async () => {};
      held.open();
    },
  };
}

/** A file of a caller who sends its end later. */
export async function openUpload(host: Host, path: string) {
  const { service } = host;
  const id = await onlyWorkspace(host);
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("uploaded"));
      end = () => controller.close();
    },
  });
  const written = service.files.write(admin, id, "workspace", path, body).then(
    () => "written",
    (error: unknown) => error,
  );
  await until(async () => (await filesStatus(host))?.dirty === true);
  return { written, end };
}

/** The text of a file as a host reads it; null: there is none. */
export const textOn = async (host: Host, path: string) => (await host.read(path))?.text ?? null;

export const untilThere = (host: Host, path: string) =>
  until(async () => (await textOn(host, path)) !== null);

/** Until a call that is repeated succeeds. */
export const untilDone = (work: () => Promise<unknown>) =>
  until(() =>
    work().then(
      () => true,
      () => false,
    ),
  );

export const typesOf = async (host: Host, sessionId: string) =>
  (await host.events(sessionId)).map(({ type }) => type);

export const untilEnded = (host: Host, sessionId: string) =>
  until(async () => (await typesOf(host, sessionId)).includes("turn.ended"));

/** Until a turn's result is there. */
export const resultOf = async (host: Host, turn: Sent) =>
  host.service.chat.result(admin, await onlyWorkspace(host), turn, { seconds: 3_000 });

export const filesStatus = async (host: Host) =>
  (await host.service.workspaces.state(admin, await onlyWorkspace(host))).files;

export interface Sent {
  readonly session_id: string;
  readonly turn_id: string;
}

/** An instance on a host of its own. */
export interface Host {
  readonly service: AgentService;
  readonly models: ScriptedModels;
  readonly volumes: VolumeProvider;
  write(path: string, text: string): Promise<unknown>;
  /** The text, and when it was published, if it is a published one. Null: there is no such file. */
  read(path: string): Promise<{ readonly text: string; readonly publishedAt: number | null } | null>;
  send(message: string, sessionId?: string): Promise<Sent>;
  /** Sends a message and waits for the turn's end. */
  run(message: string, sessionId?: string): Promise<string>;
  events(sessionId: string): Promise<readonly SessionEvent[]>;
  stop(): Promise<void>;
  /** It does nothing more that needs time: no lease and no entry is renewed. The answer lets it go on, after longer than a lease. */
  freeze(): (ms?: number) => void;
}

type HostOptions = Partial<AgentServiceOptions> & { readonly speed?: number };

export interface Hosts {
  /** What the first host that was started uses. */
  firstStore(): SharedStore;
  /** With `speed`, its clock is so many times faster than the test's. Default: 20. */
  start(script: ModelScript, options?: HostOptions): Promise<Host>;
  readonly objects: ReturnType<typeof memoryObjects>;
  /** All leases and entries of instances are over now. */
  endLeases(): void;
  /** For instances that start after this, it is later. */
  pass(ms: number): void;
}

/** The clocks of hosts are faster than the tests'. */
const SPEED = 20;
/** A busy machine may take seconds of it. */
const LEASE_MS = 600_000;

const SLICE_MS = 100;

function freezable(speed: number) {
  let thawed = Promise.resolve<undefined>(undefined);
  let aheadMs = 0;
  const start = systemClock.now();
  const clock: Clock = {
    now: () => start + aheadMs + (systemClock.now() - start) * speed,
    monotonic: () => aheadMs + systemClock.monotonic() * speed,
    sleep: async (ms, signal) => {
      await thawed;
      const end = clock.monotonic() + ms;
      // In slices, so that a sleep ends where the clock jumps.
      for (let left = ms; left > 0 && signal?.aborted !== true; left = end - clock.monotonic())
        await systemClock.sleep(Math.min(left / speed, SLICE_MS), signal);
      await thawed;
    },
  };
  const freeze = () => {
    const { opened, open } = gate();
    thawed = opened;
    onTestFinished(open);
    return (ms = 2 * LEASE_MS) => {
      aheadMs += ms;
      open();
    };
  };
  return { clock, freeze };
}

/** Hosts that share a database and a bucket, and one workspace. */
export function portableHosts(storeOf: (store: SharedStore) => SharedStore = (store) => store): Hosts {
  let aheadMs = 0;
  const clock: Clock = { ...systemClock, monotonic: () => systemClock.monotonic() + aheadMs };
  const cluster = memoryCluster({ clock });
  const objects = memoryObjects();
  const stores: SharedStore[] = [];
  let workspaceId: string | null = null;
  return {
    objects,
    firstStore() {
      const [first] = stores;
      if (first === undefined) throw new Error("There is no host.");
      return first;
    },
    endLeases: () => void (aheadMs += 2 * LEASE_MS),
    pass: (ms) => void (aheadMs += ms),
    async start(script, { speed = SPEED, ...options } = {}) {
      const { clock, freeze } = freezable(speed);
      const store = storeOf(cluster.open());
      const placement = `host-${stores.push(store)}`;
      const volumes = memoryVolumes({ placement });
      const models = scriptedModels(script);
      const service = createAgentService({
        store,
        volumes,
        objects,
        portableFiles: true,
        sandbox: scriptedSandboxes(),
        models,
        clock,
        leaseMs: LEASE_MS,
        random: () => 0,
        secretKey: "the same on all instances",
        ...options,
      });
      await service.start();
      let stopped: Promise<void> | null = null;
      const stop = () => (stopped ??= service.stop({ graceMs: 100 }));
      onTestFinished(stop);
      const id = (workspaceId ??= (await service.workspaces.create(admin, { name: "test" })).id);
      const send: Host["send"] = (message, session_id) =>
        service.chat.send(admin, id, {
          message,
          source: "api",
          on_busy: "queue",
          ...(session_id !== undefined && { session_id }),
        });
      return {
        service,
        models,
        volumes,
        stop,
        freeze,
        send,
        write: (path, text) => service.files.write(admin, id, "workspace", path, bytesOf(text)),
        async read(path) {
          let publishedAt: number | null = null;
          const onSnapshot = (at: number) => void (publishedAt = at);
          const { entries } = await service.files.list(admin, id, "workspace", "", {}, { onSnapshot });
          if (!entries.some((entry) => entry.path === path)) return null;
          const { body } = await service.files.read(admin, id, "workspace", path, { onSnapshot });
          return { text: await new Response(body).text(), publishedAt };
        },
        async run(message, sessionId) {
          const turn = await send(message, sessionId);
          await service.chat.result(admin, id, turn, { seconds: 3_000 });
          return turn.session_id;
        },
        events: (sessionId) => eventsOf(service, id, sessionId),
      };
    },
  };
}

/** Hosts, of which the first has a bucket whose calls can be held, or fail. */
export async function hostsWithBucket(method: "get" | "put", script: ModelScript = []) {
  const hosts = portableHosts();
  const bucket = troubled(hosts.objects, method);
  const one = await hosts.start(script, { objects: bucket.objects });
  return { hosts, bucket, one };
}

/** The id of the hosts' only workspace. */
export async function onlyWorkspace({ service }: Host): Promise<string> {
  const [workspace] = (await service.workspaces.list(admin, {})).items;
  if (workspace === undefined) throw new Error("There is no workspace.");
  return workspace.id;
}
