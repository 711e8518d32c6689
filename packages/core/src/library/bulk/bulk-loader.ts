import { repeatOn } from "../../idempotency/repeat-on.ts";
import { nextTask } from "../../runtime/next-task.ts";
import type { Logger } from "../../ports/logger.ts";
import type { PolicySubject } from "../../ports/policy.ts";
import type { Repositories, Store } from "../../ports/store.ts";
import type { AfterDelete, CollectionKind } from "../collection/collection-kind.ts";
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
  readonly newTrial: () => BulkWork;
  /** Runs in a transaction, which is repeated when another caller created an item of the same name meanwhile. */
  readonly write: (run: Run) => Promise<readonly BulkResult[]>;
}

type Run = (repositories: Repositories, work: BulkWork) => Promise<readonly BulkResult[]>;

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
  afterDelete: AfterDelete,
): LoadContext {
  const now = () => clock.now();
  const newWork = (writes: boolean) => new BulkWork(kind, subject, now, writes);
  const draftOf = (value: unknown) => kind.draft(kind.parse(value));
  return {
    store,
    logger,
    tenant: subject.tenant,
    now,
    toStep: (line) => toStep(line, draftOf, kind.namePointer),
    newTrial: () => newWork(false),
    async write(run) {
      const { results, deleted } = await repeatOn("name_taken", ATTEMPTS, () =>
        store.transaction(async (repositories) => {
          const work = newWork(true);
          return { results: await run(repositories, work), deleted: work.deleted };
        }),
      );
      await afterDelete(deleted);
      return results;
    },
  };
}

async function* inTurn(
  { store, toStep, newTrial, write }: LoadContext,
  lines: AsyncIterable<readonly LoadLine[]>,
  dryRun: boolean,
): AsyncGenerator<readonly BulkResult[], void> {
  const trial = dryRun ? newTrial() : null;
  for await (const batch of bulkBatches(lines, toStep)) {
    const steps = batch.map(({ step }) => step);
    // Lines that are written need not be remembered.
    yield trial === null
      ? await write((repositories, work) => work.run(repositories, steps))
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
