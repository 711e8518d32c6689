import type { Repositories } from "../../ports/store.ts";
import { nextTask } from "../../next-task.ts";
import { MAX_HELD, readAll } from "../shelf/bounded-reading.ts";
import type { BulkLine, BulkResult } from "./bulk.ts";
import { bulkBatches, MOST_LINES } from "./bulk-batches.ts";
import type { BulkStep } from "./bulk-step.ts";
import type { LoadContext } from "./bulk-loader.ts";

/** Ends a transaction without a trace, and hands on what it found. */
class Undone extends Error {
  constructor(readonly results: readonly BulkResult[]) {
    super("undone");
  }
}

/**
 * All lines or none. They wait in the store until the last has come, so that nothing is held meanwhile, neither a transaction nor the
 * lines themselves.
 */
export class AtomicLoad {
  private readonly id = crypto.randomUUID();
  private readonly faulty: BulkResult[] = [];

  constructor(
    private readonly context: LoadContext,
    private readonly dryRun: boolean,
  ) {}

  async run(lines: AsyncIterable<readonly BulkLine[]>): Promise<readonly BulkResult[]> {
    const { store, tenant, logger } = this.context;
    try {
      await this.stage(lines);
      const results = this.dryRun || this.faulty.length > 0 ? await this.imagine() : await this.write();
      return [...this.faulty, ...results].sort((a, b) => a.index - b.index);
    } finally {
      try {
        await store.stagedLines.delete(tenant, this.id);
      } catch (error) {
        logger.warn({ error }, "the lines of a load stay until they are swept away");
      }
    }
  }

  private async stage(lines: AsyncIterable<readonly BulkLine[]>): Promise<void> {
    const { store, tenant, toStep, now } = this.context;
    for await (const batch of bulkBatches(lines, toStep)) {
      const good: { index: number; text: string }[] = [];
      for (const { line, step } of batch) {
        if (step.type === "error") this.faulty.push({ ...step, status: "error" });
        else if ("value" in line) good.push({ index: line.index, text: JSON.stringify(line.value) });
      }
      if (good.length > 0) await store.stagedLines.append(tenant, this.id, good, now());
    }
  }

  private async *staged({ stagedLines }: Repositories): AsyncGenerator<readonly BulkStep[], void> {
    const { tenant, toStep, batch } = this.context;
    const pages = readAll(batch, async (last: { index: number; content: string } | null, limit) => {
      const page = await stagedLines.page(tenant, this.id, { after: last?.index ?? -1, limit });
      return page.map(({ index, text }) => ({ index, content: text }));
    });
    let steps: BulkStep[] = [];
    let held = 0;
    for await (const page of pages) {
      for (const { index, content } of page) {
        steps.push(toStep({ index, value: JSON.parse(content) as unknown }));
        held += content.length;
      }
      if (steps.length < MOST_LINES && held < MAX_HELD) continue;
      yield steps;
      steps = [];
      held = 0;
      await nextTask();
    }
    yield steps;
  }

  private async imagine(): Promise<readonly BulkResult[]> {
    const { store, newWork } = this.context;
    const work = newWork(false);
    const results: BulkResult[] = [];
    for await (const steps of this.staged(store)) results.push(...(await work.run(store, steps)));
    return results;
  }

  private async write(): Promise<readonly BulkResult[]> {
    const { transaction, newWork } = this.context;
    try {
      return await transaction(async (repositories) => {
        const work = newWork(true);
        const results: BulkResult[] = [];
        for await (const steps of this.staged(repositories)) {
          results.push(...(await work.run(repositories, steps)));
        }
        if (!results.some(({ status }) => status === "error")) return results;
        throw new Undone(results.map((result) => work.withoutMade(result)));
      });
    } catch (error) {
      if (error instanceof Undone) return error.results;
      throw error;
    }
  }
}
