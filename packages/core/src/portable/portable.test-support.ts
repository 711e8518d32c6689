import { onTestFinished } from "vitest";
import { createAgentService } from "../composition/create-agent-service.ts";
import type { AgentService } from "../composition/agent-service.ts";
import type { AgentServiceOptions } from "../composition/agent-service-options.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import { memoryCluster, memoryObjects, memoryVolumes } from "../memory/index.ts";
import { systemClock, type Clock } from "../ports/clock.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import { admin } from "../test-host.test-support.ts";
import {
  scriptedModels,
  scriptedSandboxes,
  type ModelScript,
  type ScriptedModels,
} from "../testing/index.ts";

const bytesOf = (text: string) => new Blob([text]).stream();

/** An instance on a host of its own. */
export interface Host {
  readonly service: AgentService;
  readonly models: ScriptedModels;
  readonly volumes: VolumeProvider;
  write(path: string, text: string): Promise<unknown>;
  /** The text, and when it was published, if it is a published one. Null: there is no such file. */
  read(path: string): Promise<{ readonly text: string; readonly publishedAt: number | null } | null>;
  send(
    message: string,
    sessionId?: string,
  ): Promise<{ readonly session_id: string; readonly turn_id: string }>;
  /** Sends a message and waits for the turn's end. */
  run(message: string, sessionId?: string): Promise<string>;
  events(sessionId: string): Promise<readonly SessionEvent[]>;
  stop(): Promise<void>;
  /** It does nothing more that needs time: no lease and no entry is renewed. */
  freeze(): void;
}

export interface Hosts {
  start(script: ModelScript, options?: Partial<AgentServiceOptions>): Promise<Host>;
  readonly objects: ReturnType<typeof memoryObjects>;
  /** All leases and entries of instances are over now. */
  endLeases(): void;
  /** For instances that start after this, it is later. */
  pass(ms: number): void;
}

function freezable() {
  let thawed = Promise.resolve<undefined>(undefined);
  const clock: Clock = {
    ...systemClock,
    sleep: async (ms, signal) => {
      await thawed;
      await systemClock.sleep(ms, signal);
    },
  };
  const freeze = () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    thawed = promise;
    onTestFinished(() => resolve(undefined));
  };
  return { clock, freeze };
}

/** Hosts that share a database and a bucket, and one workspace. */
export function portableHosts(): Hosts {
  let aheadMs = 0;
  const clock: Clock = { ...systemClock, monotonic: () => systemClock.monotonic() + aheadMs };
  const cluster = memoryCluster({ clock });
  const objects = memoryObjects();
  let workspaceId: string | null = null;
  let count = 0;
  return {
    objects,
    endLeases: () => void (aheadMs += 60_000),
    pass: (ms) => void (aheadMs += ms),
    async start(script, options) {
      const { clock, freeze } = freezable();
      const placement = `host-${(count += 1)}`;
      const volumes = { ...memoryVolumes(), placement: async () => placement };
      const models = scriptedModels(script);
      const service = createAgentService({
        store: cluster.open(),
        volumes,
        objects,
        portableFiles: true,
        sandbox: scriptedSandboxes(),
        models,
        clock,
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
          await service.chat.result(admin, id, turn, { seconds: 30 });
          return turn.session_id;
        },
        async events(sessionId) {
          const events: SessionEvent[] = [];
          const query = { after: 0, follow: false };
          for await (const batch of await service.sessions.events(admin, id, sessionId, query))
            for (const event of batch) if ("seq" in event) events.push(event);
          return events;
        },
      };
    },
  };
}

/** The id of the hosts' only workspace. */
export async function onlyWorkspace({ service }: Host): Promise<string> {
  const [workspace] = (await service.workspaces.list(admin, {})).items;
  if (workspace === undefined) throw new Error("There is no workspace.");
  return workspace.id;
}
