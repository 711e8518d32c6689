import fc from "fast-check";
import { complaints, problemComplaints } from "./check/check-answer.ts";
import { curlLine } from "./check/curl.ts";
import { Breaker } from "./generate/breakage.ts";
import { spoil, type Choice, type Expected } from "./generate/mischief.ts";
import { planOf, type Plan } from "./generate/plan.ts";
import { resolve, toWire, type Draft } from "./generate/resolve.ts";
import { operationsOf, type OpenApi, type Operation } from "./openapi/document.ts";
import { Validator } from "./openapi/validator.ts";
import { Tally } from "./tally.ts";
import type { WireAnswer, WireRequest } from "./world/send.ts";
import { createWorld, type World } from "./world/world.ts";

/** A request of the run: valid, or made invalid by the choice. */
export interface Step {
  readonly plan: Plan;
  readonly choice: Choice | null;
}

/** A new world replaces the old one after so many requests, so that it stays small. */
const REQUESTS_PER_WORLD = 250;

const choices: fc.Arbitrary<Choice> = fc.record({
  kind: fc.noBias(fc.nat({ max: 10_000 })),
  at: fc.noBias(fc.nat({ max: 10_000 })),
  hostile: fc.noBias(fc.nat({ max: 10_000 })),
});

/** Sends steps to one world after another and compares each answer with the document. */
export class Fuzzer implements AsyncDisposable {
  readonly tally = new Tally();
  readonly #validator: Validator;
  readonly #breaker: Breaker;
  #sent = 0;

  private constructor(
    private world: World,
    readonly document: OpenApi,
  ) {
    this.#validator = new Validator(document);
    this.#breaker = new Breaker(document, this.#validator);
  }

  static async open(): Promise<Fuzzer> {
    const world = await createWorld();
    return new Fuzzer(world, world.document);
  }

  get operations(): readonly Operation[] {
    return operationsOf(this.document);
  }

  /** Every operation, those with a body more often; valid and invalid requests equally often. */
  steps(): fc.Arbitrary<Step> {
    const plans = this.operations.map((operation) => ({
      weight: operation.requestBody === undefined ? 1 : 3,
      arbitrary: planOf(this.document, operation),
    }));
    return fc.record({ plan: fc.oneof(...plans), choice: fc.oneof(fc.constant(null), choices) });
  }

  /** Throws an error with the request as a `curl` command if the answer is not as documented. */
  async run({ plan, choice }: Step): Promise<void> {
    if (this.#sent++ >= REQUESTS_PER_WORLD) await this.#renew();
    const draft = await resolve(plan, this.world);
    if (choice === null) await this.#runValid(draft);
    else await this.#runSpoilt(draft, choice);
  }

  async #runValid(draft: Draft): Promise<void> {
    const request = toWire(draft);
    const answer = await this.#send(request, draft.operation);
    this.tally.count(draft.operation, answer);
    const found = [...complaints(draft.operation, request, answer, this.#validator)];
    if (isRefusedAsInvalid(answer) && !isExpected(answer))
      found.push("a request that its schema accepts is refused");
    this.#judge(found, request, answer, "a valid request");
  }

  async #runSpoilt(draft: Draft, choice: Choice): Promise<void> {
    const workshop = { world: this.world, breaker: this.#breaker };
    const { draft: spoilt, bytes, expected, kind } = spoil(draft, choice, workshop, this.tally.spoilt);
    const request = { ...toWire(spoilt), ...(bytes === undefined ? {} : { body: bytes }) };
    if (["GET", "HEAD"].includes(request.method)) Object.assign(request, { body: null });
    const answer = await this.#send(request, draft.operation);
    this.tally.countSpoilt(kind);
    const found =
      expected.isOther === true
        ? generalComplaints(answer, request)
        : complaints(draft.operation, request, answer, this.#validator);
    this.#judge(
      [...found, ...refusalComplaints(answer, request, expected)],
      request,
      answer,
      `${kind} (${expected.why})`,
    );
  }

  async #send(request: WireRequest, operation: Operation): Promise<WireAnswer> {
    try {
      const answer = await this.world.send(request);
      if (request.method !== "GET" && request.method !== "HEAD" && answer.status < 300)
        this.world.collections.forget();
      if (answer.status < 300 && operation.operationId === "signOut") this.#sent = REQUESTS_PER_WORLD;
      return answer;
    } catch (cause) {
      throw new Error(`It threw, and a handler never does: ${String(cause)}\n${curlLine(request)}`, {
        cause,
      });
    }
  }

  #judge(found: readonly string[], request: WireRequest, answer: WireAnswer, what: string): void {
    const all = [...found];
    if (this.world.failures.length > 0) {
      all.push(`the service logged a failure of its own: ${describe(this.world.failures[0])}`);
      this.#sent = REQUESTS_PER_WORLD;
    }
    if (this.world.commands.length > 0) all.push("a command was run");
    if (all.length === 0) return;
    const shown = answer.text.length > 600 ? `${answer.text.slice(0, 600)} …` : answer.text;
    throw new Error(
      `${what}: ${all.join("; ")}\n${curlLine(request)}\n→ ${answer.status} ${answer.type} ${shown}`,
    );
  }

  async #renew(): Promise<void> {
    await this.world[Symbol.asyncDispose]();
    this.world = await createWorld();
    this.#sent = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.world[Symbol.asyncDispose]();
  }
}

/** Of an answer of an unknown operation: what holds for every answer. */
function generalComplaints(answer: WireAnswer, { method }: WireRequest): readonly string[] {
  if (answer.status >= 500) return [`it failed with ${answer.status}`];
  return answer.status >= 400 && method !== "HEAD" ? problemComplaints(answer) : [];
}

function refusalComplaints(
  answer: WireAnswer,
  { method }: WireRequest,
  expected: Expected,
): readonly string[] {
  const { statuses, code, sentTo, mayPass = false } = expected;
  if (sentTo !== undefined) {
    const isSent = answer.status === 302 && answer.headers.get("location")?.startsWith(sentTo);
    return isSent === true ? [] : [`${answer.status}, and not sent to ${sentTo}`];
  }
  if (answer.status < 400) return mayPass ? [] : [`it is answered with ${answer.status}`];
  if (statuses !== undefined && !statuses.includes(answer.status))
    return [`${answer.status}, and not ${statuses.join(" or ")}`];
  if (code === undefined || method === "HEAD") return [];
  const told: unknown = (JSON.parse(answer.text) as { code?: unknown }).code;
  return told === code ? [] : [`the code ${String(told)}, and not ${code}`];
}

function isRefusedAsInvalid({ status, text }: WireAnswer): boolean {
  return status === 400 && text.includes('"code":"invalid_request"');
}

/** Rules that a schema cannot express, by the text of their refusals. */
const BEYOND_SCHEMAS: readonly RegExp[] = [
  /may only lower the workspace's/,
  /There is no stored secret of that name to keep/,
  /a template names its secrets and does not hold them/,
  /The arguments are not those of the prompt/,
  /An export contains everything and takes no parameters/,
  /limit and cursor require `Accept: application\/json`/,
  /There is no skill named/,
  /must be those of the skill \S+, and are those of/,
  /is the path of another file too/,
  /The log ends at \d+; there is no event/,
  /Nothing was written: \d+ items have errors/,
  /The answer does not match the request/,
  /at must be absent with cron/,
  /max_runs must be above the number of runs so far/,
  // A schedule may name one that was deleted since.
  /The prompt is not in the library/,
  // A session may have no turn, and a snapshot may belong to another one.
  /Exactly one of `to_turn` and `to_snapshot` is needed/,
  /The snapshot has no place in the transcript of this session/,
  /The webhook is disabled/,
  /The webhook no longer tells of this workspace/,
];

function isExpected({ text }: WireAnswer): boolean {
  return BEYOND_SCHEMAS.some((rule) => rule.test(text));
}

function describe(failure: unknown): string {
  const { fields } = failure as { fields?: { error?: unknown } };
  const error = fields?.error;
  return error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(failure);
}
