import { DomainError } from "@workspace-agent/core";
import type { SteeringMessage, SteeringRepository } from "@workspace-agent/core/ports";
import type { Executor, Refusals } from "../executor.ts";
import type { SteeringStatements } from "./steering-statements.ts";

const refusals: Refusals = {
  foreign_key: () => new DomainError("not_found", "There is no such session."),
  unique: () => new DomainError("internal", "A place among the messages that wait is taken."),
};

export class SqlSteering implements SteeringRepository {
  constructor(
    private readonly executor: Executor,
    private readonly statements: SteeringStatements,
  ) {}

  async add(tenant: string, session_id: string, message: SteeringMessage): Promise<void> {
    const { position } = message;
    const data = JSON.stringify(message);
    await this.executor.write(this.statements.add({ tenant, session_id, position, data }), refusals);
  }

  async list(tenant: string, session_id: string): Promise<readonly SteeringMessage[]> {
    const rows = await this.executor.read(this.statements.list({ tenant, session_id }));
    return rows.map((row) => JSON.parse(row.data) as SteeringMessage);
  }

  async clear(tenant: string, session_id: string): Promise<void> {
    await this.executor.write(this.statements.clear({ tenant, session_id }));
  }
}
