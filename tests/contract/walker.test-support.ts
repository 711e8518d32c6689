import fc from "fast-check";
import { planOf, type Plan } from "./generate/plan.ts";
import { resolve, toWire, type Draft } from "./generate/resolve.ts";
import { operationsOf, type Operation } from "./openapi/document.ts";
import type { WireAnswer } from "./world/send.ts";
import { createWorld, type World } from "./world/world.ts";

/** Plans of an operation that are tried until one succeeds. */
const PLANS = 40;
const SEED = 1;

/** Sends every operation of the document to one instance. */
export interface Walk extends AsyncDisposable {
  readonly world: World;
  readonly operations: readonly Operation[];
  /** A valid request of a signed-in person or a token with every scope. */
  draft(operation: Operation): Promise<Draft>;
  /** Sends it with these headers instead of its credential. */
  sendAs(draft: Draft, credential: Readonly<Record<string, string>>): Promise<WireAnswer>;
  /** Sends valid requests until one succeeds. Throws if none does. */
  perform(operation: Operation): Promise<WireAnswer>;
  /** All readable data, by operation. */
  everything(): Promise<ReadonlyMap<string, string>>;
}

const sizeOf = (body: Plan["body"]) => JSON.stringify(body?.value ?? null).length;

/** The first use of a token on a day is in the audit log, even if the request is refused. */
function withoutUses(entries: string): string {
  const actions = (JSON.parse(entries) as readonly { readonly action: string }[]).map(({ action }) => action);
  return actions.filter((action) => action !== "token.used").join();
}

export async function createWalk(): Promise<Walk> {
  const world = await createWorld();
  const operations = operationsOf(world.document);
  const plansOf = (operation: Operation) =>
    fc.sample(planOf(world.document, operation), { seed: SEED, numRuns: PLANS });
  const send = async (draft: Draft) => {
    const answer = await world.send(toWire(draft));
    if (draft.method !== "GET" && draft.method !== "HEAD") world.collections.forget();
    return answer;
  };
  const walk: Walk = {
    world,
    operations,
    async draft(operation) {
      const [plan] = plansOf(operation).sort((a, b) => sizeOf(a.body) - sizeOf(b.body));
      if (plan === undefined) throw new Error(`There is no request to ${operation.operationId}.`);
      // Optional parts may be invalid for another reason. Conditions and answer formats are left out too.
      return await resolve({ ...plan, headers: {}, asHead: false }, world);
    },
    async sendAs(draft, credential) {
      const { authorization: _, cookie: __, origin: ___, ...headers } = draft.headers;
      return await send({ ...draft, headers: { ...headers, ...credential } });
    },
    async perform(operation) {
      const refused: string[] = [];
      for (const plan of plansOf(operation)) {
        const answer = await send(await resolve({ ...plan, asHead: false }, world));
        if (answer.status < 400) return answer;
        refused.push(`${answer.status} ${answer.text.slice(0, 200)}`);
      }
      throw new Error(`${operation.operationId} was never done: ${refused[0] ?? ""}`);
    },
    async everything() {
      const seen = new Map<string, string>();
      // The metrics count every request, refused ones too.
      const readings = operations.filter(
        ({ method, operationId }) => method === "GET" && operationId !== "getMetrics",
      );
      for (const operation of readings) {
        const { text: whole } = await send(await walk.draft(operation));
        const text = operation.operationId === "listAuditEntries" ? withoutUses(whole) : whole;
        seen.set(operation.operationId, text.replaceAll(/"(last_used_at|request_id)":(null|"[^"]*")/g, ""));
      }
      return seen;
    },
    [Symbol.asyncDispose]: async () => await world[Symbol.asyncDispose](),
  };
  return walk;
}
