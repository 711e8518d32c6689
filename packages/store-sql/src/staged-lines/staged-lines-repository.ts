import type { StagedLinesRepository } from "@workspace-agent/core/ports";
import type { Executor } from "../executor.ts";
import { nextTask } from "../next-task.ts";
import type { StagedLinesStatements } from "./staged-lines-statements.ts";

/** Lines that are removed at once: few enough for other work to get its turn between. */
const SLICE = 2_000;

export class SqlStagedLines implements StagedLinesRepository {
  constructor(
    private readonly executor: Executor,
    private readonly statements: StagedLinesStatements,
  ) {}

  async append(
    tenant: string,
    load_id: string,
    lines: readonly { readonly index: number; readonly text: string }[],
    appended_at: number,
  ): Promise<void> {
    if (lines.length === 0) return;
    const rows = lines.map(({ index, text }) => ({ tenant, load_id, line: index, text }));
    await this.executor.atomic(async (executor) => {
      await executor.write(this.statements.touchLoad({ tenant, load_id, appended_at }));
      for (const query of this.statements.append(rows)) await executor.write(query);
    });
  }

  async page(
    tenant: string,
    load_id: string,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly { readonly index: number; readonly text: string }[]> {
    const rows = await this.executor.read(this.statements.page({ tenant, load_id, ...page }));
    return rows.map(({ line, text }) => ({ index: Number(line), text }));
  }

  /** The load's own row goes last: it is what a sweep finds the rest by when a removal breaks off. */
  async delete(tenant: string, load_id: string): Promise<void> {
    for (;;) {
      const [next] = await this.executor.read(this.statements.sliceEnd({ tenant, load_id, size: SLICE }));
      if (next === undefined) break;
      await this.executor.write(this.statements.deleteBefore({ tenant, load_id, line: Number(next.line) }));
      await nextTask();
    }
    await this.executor.atomic(async (executor) => {
      const line = Number.MAX_SAFE_INTEGER;
      await executor.write(this.statements.deleteBefore({ tenant, load_id, line }));
      await executor.write(this.statements.deleteLoad({ tenant, load_id }));
    });
  }

  async sweep(before: number): Promise<void> {
    for (const { tenant, load_id } of await this.executor.read(this.statements.oldLoads({ before }))) {
      await this.delete(tenant, load_id);
    }
  }
}
