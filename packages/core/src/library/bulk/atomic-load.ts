import type { Repositories } from "../../ports/store.ts";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { requirePart } from "../../ports/store-parts.ts";
import { nextTask } from "../../runtime/next-task.ts";
import type { BulkError, BulkResult } from "../../domain/library/bulk.ts";
import { bulkBatches } from "./bulk-batches.ts";
import { faultResult, type BulkStep, type LoadLine, type SoundLine } from "./bulk-step.ts";
import type { LoadContext } from "./bulk-loader.ts";
import type { BulkWork } from "./bulk-work.ts";

const MOST_ERRORS = 1_000;

interface StagedLine {
  /** Not validated. */
  readonly value: unknown;
  /** Those of the first reading: some are about the folder or archive that the line came in. */
  readonly warnings: readonly string[] | undefined;
}

/** Rolls a transaction back and returns its result. */
class Undone extends Error {
  constructor(readonly results: readonly BulkResult[]) {
    super("undone");
  }
}

/**
 * All lines or none. Lines are staged in the store until the last has arrived. Memory holds a result for each invalid line, and at the end
 * one for each line. No transaction stays open meanwhile.
 */
export class AtomicLoad {
  private readonly id = crypto.randomUUID();
  private readonly faulty: BulkResult[] = [];
  /** The faults of lines, by their JSON: many lines usually have few different faults. */
  private readonly errors = new Map<string, BulkError>();
  /** How many lines were staged together: so many fit into memory. */
  private readonly batches: number[] = [];

  constructor(
    private readonly context: LoadContext,
    private readonly dryRun: boolean,
  ) {}

  async run(lines: AsyncIterable<readonly LoadLine[]>): Promise<readonly BulkResult[]> {
    const { store, tenant, logger, newTrial } = this.context;
    try {
      await this.stage(lines);
      const isTrial = this.dryRun || this.faulty.length > 0;
      const results = isTrial ? await this.execute(store, newTrial()) : await this.write();
      return [...this.faulty, ...results].sort((a, b) => a.index - b.index);
    } finally {
      try {
        await store.stagedLines?.delete(tenant, this.id);
      } catch (error) {
        logger.warn({ error }, "the lines of a load stay until they are swept away");
      }
    }
  }

  private async stage(lines: AsyncIterable<readonly LoadLine[]>): Promise<void> {
    const { store, tenant, toStep, now } = this.context;
    for await (const batch of bulkBatches(lines, toStep)) {
      const good: { index: number; text: string }[] = [];
      for (const { line, step } of batch) {
        if (step.type === "error") this.faulty.push(faultResult({ ...step, error: this.known(step.error) }));
        else if (line !== null) good.push({ index: line.index, text: JSON.stringify(toStaged(line, step)) });
      }
      if (good.length === 0) continue;
      await requirePart(store, "stagedLines").append(tenant, this.id, good, now());
      this.batches.push(good.length);
      await nextTask();
    }
  }

  /** Reuses an equal error: results stay in memory until the last line has arrived. */
  private known(error: BulkError): BulkError {
    const key = JSON.stringify(error);
    const before = this.errors.get(key);
    if (before === undefined && this.errors.size < MOST_ERRORS) this.errors.set(key, error);
    return before ?? error;
  }

  /** The lines again, in the same batches. Throws `overloaded` where a sweep removed lines: the load is all or nothing. */
  private async *staged(repositories: Repositories): AsyncGenerator<readonly BulkStep[], void> {
    const { tenant, toStep } = this.context;
    let after = -1;
    for (const limit of this.batches) {
      const page = await requirePart(repositories, "stagedLines").page(tenant, this.id, { after, limit });
      if (page.length < limit)
        throw new DomainError(
          "overloaded",
          "The load waited too long for its next lines, and those before were removed. Send all of it again.",
        );
      const steps: BulkStep[] = [];
      for (const { index, text } of page) {
        const { value, warnings = [] } = JSON.parse(text) as StagedLine;
        const step = await toStep({ index, value });
        steps.push(step.type === "put" ? { ...step, draft: { ...step.draft, warnings } } : step);
      }
      yield steps;
      after = page.at(-1)?.index ?? after;
      await nextTask();
    }
  }

  private async execute(repositories: Repositories, work: BulkWork): Promise<readonly BulkResult[]> {
    const results: BulkResult[] = [];
    for await (const steps of this.staged(repositories))
      results.push(...(await work.run(repositories, steps)));
    return results;
  }

  private async write(): Promise<readonly BulkResult[]> {
    try {
      return await this.context.write(async (repositories, work) => {
        const results = await this.execute(repositories, work);
        if (!results.some(({ status }) => status === "error")) return results;
        throw new Undone(results.map((result) => work.withoutMade(result)));
      });
    } catch (error) {
      if (error instanceof Undone) return error.results;
      throw error;
    }
  }
}

function toStaged(line: SoundLine, step: BulkStep): StagedLine {
  return {
    value: "draft" in line ? line.toValue() : line.value,
    warnings: step.type === "put" ? step.draft.warnings : undefined,
  };
}
