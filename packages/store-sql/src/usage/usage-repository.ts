import { DomainError } from "@workspace-agent/core";
import { NANO_USD, type UsageRow } from "@workspace-agent/core/schemas";
import type { UsageRepository } from "@workspace-agent/core/ports";
import type { Executor } from "../executor.ts";
import type { UsageStatements, UsageValues } from "./usage-statements.ts";

const noWorkspace = () => new DomainError("not_found", "There is no such workspace.");

function toValues(
  of: { tenant: string; workspace_id: string; session_id: string },
  row: UsageRow,
): UsageValues {
  const { cost_usd, ...columns } = row;
  return {
    ...of,
    ...columns,
    cost_nano_usd: cost_usd === null ? null : Math.round(cost_usd * NANO_USD),
  };
}

export class SqlUsage implements UsageRepository {
  constructor(
    private readonly executor: Executor,
    private readonly statements: UsageStatements,
  ) {}

  async add(
    tenant: string,
    workspace_id: string,
    session_id: string,
    rows: readonly UsageRow[],
  ): Promise<void> {
    const values = rows.map((row) => toValues({ tenant, workspace_id, session_id }, row));
    for (const query of this.statements.add(values))
      await this.executor.write(query, { foreign_key: noWorkspace });
  }

  async list(tenant: string, workspaceId: string): Promise<readonly UsageRow[]> {
    const rows = await this.executor.read(this.statements.list({ tenant, workspaceId }));
    return rows.map(({ day, model, cost_nano_usd: cost, ...counts }) => ({
      day,
      model,
      turns: Number(counts.turns),
      steps: Number(counts.steps),
      tool_calls: Number(counts.tool_calls),
      input_tokens: Number(counts.input_tokens),
      output_tokens: Number(counts.output_tokens),
      cache_read_tokens: Number(counts.cache_read_tokens),
      cache_write_tokens: Number(counts.cache_write_tokens),
      cost_usd: cost === null ? null : Number(cost) / NANO_USD,
      duration_ms: Number(counts.duration_ms),
    }));
  }
}
