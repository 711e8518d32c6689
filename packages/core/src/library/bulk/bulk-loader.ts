import { repeatOn } from "../../idempotency/repeat-on.ts";
import { nextTask } from "../../runtime/next-task.ts";
import type { Logger } from "../../ports/logger.ts";
import type { PolicySubject } from "../../ports/policy.ts";
import type { Repositories, Store } from "../../ports/store.ts";
import type { CollectionKind } from "../collection/collection-kind.ts";
import type { CollectionPorts } from "../collection/collection-ports.ts";
import { AtomicLoad } from "./atomic-load.ts";
import type { BulkOptions, BulkReport, BulkResult, BulkSummary } from "../../domain/library/bulk.ts";
import { bulkBatches } from "./bulk-batches.ts";
import { toStep, type BulkStep, type LoadLine } from "./bulk-step.ts";
import { BulkWork } from "./bulk-work.ts";

const SLICE = 500;
const ATTEMPTS = 3;

/** The dependencies of bulk loads. */
export interface LoadContext {
  readonly store: Store;
  readonly logger: Logger;
  readonly tenant: string;
  readonly now: () => number;
  readonly toStep: (line: LoadLine) => Promise<BulkStep>;
  readonly newWork: (writes: boolean) => BulkWork;
  /** Repeated when another caller created an item of the same name meanwhile. */
  readonly transaction: <T>(work: (repositories: Repositories) => Promise<T>) => Promise<T>;
}

/** Loads many items into a versioned collection. */
export function loadItems(
  context: LoadContext,
  lines: AsyncIterable<readonly LoadLine[]>,
  { atomic, dryRun }: BulkOptions,
): BulkReport {
  const summary = { created: 0, updated: 0, unchanged: 0, deleted: 0, errors: 0 };
  const results = atomic ? atomically(context, lines, dryRun) : inTurn(context, lines, dryRun);
  return { results: counted(results, summary), summary: () => ({ ...summary }) };
}

export function loadContext<Item, Input, Replacement>(
  kind: CollectionKind<Item, Input, Replacement>,
  { store, clock, logger }: CollectionPorts,
  subject: PolicySubject,
): LoadContext {
  const now = () => clock.now();
  const draftOf = (value: unknown) => kind.draft(kind.parse(value));
  return {
    store,
    logger,
    tenant: subject.tenant,
    now,
    toStep: (line) => toStep(line, draftOf, kind.namePointer),
    newWork: (writes) => new BulkWork(kind, subject, now, writes),
    transaction: (work) => repeatOn("name_taken", ATTEMPTS, () => store.transaction(work)),
  };
}

async function* inTurn(
  { store, toStep, newWork, transaction }: LoadContext,
  lines: AsyncIterable<readonly LoadLine[]>,
  dryRun: boolean,
): AsyncGenerator<readonly BulkResult[], void> {
  const trial = dryRun ? newWork(false) : null;
  for await (const batch of bulkBatches(lines, toStep)) {
    const steps = batch.map(({ step }) => step);
    // Lines that are written need not be remembered.
    yield trial === null
      ? await transaction((repositories) => newWork(true).run(repositories, steps))
      : await trial.run(store, steps);
    await nextTask();
  }
}

async function* atomically(
  context: LoadContext,
  lines: AsyncIterable<readonly LoadLine[]>,
  dryRun: boolean,
): AsyncGenerator<readonly BulkResult[], void> {
  const results = await new AtomicLoad(context, dryRun).run(lines);
  for (let start = 0; start < results.length; start += SLICE) yield results.slice(start, start + SLICE);
}

async function* counted(
  batches: AsyncIterable<readonly BulkResult[]>,
  summary: { -readonly [Status in keyof Omit<BulkSummary, "notes">]: number },
): AsyncGenerator<readonly BulkResult[], void> {
  for await (const results of batches) {
    for (const { status } of results) summary[status === "error" ? "errors" : status] += 1;
    yield results;
  }
}
