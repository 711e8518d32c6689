import { bash, isOfSubagent, resultsIn, task } from "../agent/subagents/subagents.test-support.ts";
import { createAgentService } from "../create-agent-service.ts";
import { memoryVolumes } from "../memory/index.ts";
import type { ModelRequest } from "../ports/model.ts";
import type { Store } from "../ports/store.ts";
import type { AgentService } from "../service.ts";
import { admin, clockOfLeases, eventLoopTurns } from "../test-host.test-support.ts";
import {
  fakeClock,
  scriptedModels,
  scriptedSandboxes,
  testStore,
  type FakeClock,
  type ScriptedStep,
} from "../testing/index.ts";
import { dyingStore } from "./dying-store.test-support.ts";

/** Commands that begin so kill the server. */
export const POISON = "kill the server";
const never = new Promise<never>(() => {});

/** What a turn's first message says; of a subagent, its prompt. */
const messageOf = ({ messages }: ModelRequest) => {
  const [part] = messages[0]?.parts ?? [];
  return part?.type === "text" ? part.text : "";
};

/** A turn that looks each time before it kills the server. */
export const LOOKING = [`${POISON} first`, `${POISON} second`] as const;
/** Before a message: its command never comes to its end; it has eight steps of a second. */
export const STUCK = "stuck";
export const LONG = "long way";

/** Three steps, or the same command over and over. */
function innocentOrPoison(request: ModelRequest): ScriptedStep {
  const message = messageOf(request);
  if (message === POISON) return { toolCalls: [bash(POISON)] };
  const steps = request.messages.filter(({ role }) => role === "assistant").length;
  if (message.startsWith(POISON))
    return { toolCalls: [bash(steps % 2 === 0 ? `look ${steps}` : `${message} ${steps}`)] };
  if (message.startsWith(STUCK)) return { toolCalls: [bash(message)] };
  if (message.startsWith(LONG)) return steps < 8 ? { toolCalls: [bash(`slow ${steps}`)] } : { text: "done" };
  if (message === "delegate" && !isOfSubagent(request))
    return steps === 0 ? { toolCalls: [task(POISON)] } : { text: "done" };
  return steps < 2 ? { toolCalls: [bash(`step ${steps}`)] } : { text: "done" };
}

export interface Life {
  readonly service: AgentService;
  readonly clock: FakeClock;
  readonly dieAfter: (commits: number) => void;
  readonly isDead: () => boolean;
}

/** A server that is killed and started again, on one store. */
export function mortalServer({ killsAtLoad = "" } = {}) {
  const leases = clockOfLeases();
  const kept = testStore(leases);
  const volumes = memoryVolumes();
  let die = () => {};
  let sleep = async () => {};
  const allSent = Promise.withResolvers<null>();
  const sandbox = scriptedSandboxes(async ({ command }) => {
    await allSent.promise;
    if (command.includes(STUCK)) return never;
    if (command.includes("slow")) await sleep();
    if (!command.includes(POISON)) return {};
    die();
    return never;
  });
  const models = scriptedModels(innocentOrPoison);
  const sent = new Map<string, { readonly workspaceId: string; readonly id: string }>();
  const toLoad = () => sent.get(killsAtLoad)?.id;

  /** `commits`: after so many it is killed, which may be before it has started; with `atClaim` as soon as it has claimed. */
  async function begin(commits = Infinity, atClaim = false): Promise<Life> {
    const clock = fakeClock(Date.now());
    const { store: dying, dieAfter, isDead } = dyingStore(kept);
    dieAfter(commits);
    die = () => dieAfter(0);
    sleep = () => clock.sleep(1_000);
    const page: Store["events"]["page"] = (tenant, id, asked) => {
      if (id === toLoad()) dieAfter(0);
      return dying.events.page(tenant, id, asked);
    };
    const events = Object.assign(Object.create(dying.events) as Store["events"], { page });
    const claim: Store["sessions"]["claim"] = async (options) => {
      const claimed = await dying.sessions.claim(options);
      if (atClaim && claimed.length > 0) dieAfter(0);
      return claimed;
    };
    const sessions = Object.assign(Object.create(dying.sessions) as Store["sessions"], { claim });
    const store = Object.assign(Object.create(dying) as Store, { events, sessions });
    const service = createAgentService({
      store,
      volumes,
      sandbox,
      models,
      clock,
      random: () => 0,
      maxRunningTurns: 64,
      maxRunningTurnsPerWorkspace: null,
      maxRunningTurnsPerPrincipal: null,
      maxRunningTurnsPerTenant: null,
    });
    const started = service.start();
    if (commits === Infinity) await started;
    return { service, clock, dieAfter, isDead };
  }

  return {
    begin,
    /** A turn for each message. No command comes to its end before. */
    async send({ service }: Life, messages: readonly string[]) {
      const { id: workspaceId } = await service.workspaces.create(admin, { name: "w" });
      for (const message of messages) {
        const chat = { message, source: "api", on_busy: "queue" } as const;
        const { session_id: id } = await service.chat.send(admin, workspaceId, chat);
        sent.set(message, { workspaceId, id });
      }
      allSent.resolve(null);
    },
    async bury(life: Life) {
      life.dieAfter(0);
      await kept.close();
      leases.endLeases();
    },
    /** Lets time pass until the server is dead or all turns have ended. */
    async untilDeadOrDone({ clock, isDead }: Life) {
      for (let second = 0; second < 120 && !isDead(); second++) {
        const all = await Promise.all(
          [...sent.values()].map(({ workspaceId, id }) => kept.sessions.get("default", workspaceId, id)),
        );
        if (all.every((record) => record?.state.status === "idle")) return;
        await clock.advance(1_000);
        await eventLoopTurns(5);
      }
    },
    async ends({ service }: Life): Promise<Record<string, string>> {
      const ends: Record<string, string> = {};
      for (const [name, session] of sent) {
        const { stop_reason } = await service.sessions.get(admin, session.workspaceId, session.id);
        ends[name] = stop_reason ?? "none";
      }
      return ends;
    },
    /** How many attempts each session has. */
    attempts: () =>
      Promise.all(
        [...sent.values()].map(
          async ({ workspaceId, id }) => (await kept.sessions.get("default", workspaceId, id))?.attempts ?? 0,
        ),
      ),
    results: async ({ service }: Life, name: string) => {
      const { workspaceId: of = "", id = "" } = sent.get(name) ?? {};
      return resultsIn((await service.sessions.eventPage(admin, of, id, { limit: 500 })).items);
    },
  };
}

export const innocents = Array.from({ length: 30 }, (_, index) => `turn ${index}`);
export const endedWell = Object.fromEntries(innocents.map((name) => [name, "end_turn"]));

/** Kills the server whenever the poison does, until all turns have ended, so many times at most. Gives the last life and the number of deaths. */
export async function surviving(server: ReturnType<typeof mortalServer>, first: Life, most = 12) {
  let life = first;
  for (let deaths = 0; ; deaths++) {
    await server.untilDeadOrDone(life);
    if (!life.isDead()) return { life, deaths };
    if (deaths > most) throw new Error("The server dies again and again.");
    await server.bury(life);
    life = await server.begin();
  }
}
