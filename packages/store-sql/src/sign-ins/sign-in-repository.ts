import type { BrowserSessionRecord, SignInRepository } from "@workspace-agent/core/ports";
import type { Executor } from "../executor.ts";
import type { SignInStatements } from "./sign-in-statements.ts";

export class SqlSignIns implements SignInRepository {
  constructor(
    private readonly executor: Executor,
    private readonly statements: SignInStatements,
  ) {}

  async insertSession(record: BrowserSessionRecord): Promise<void> {
    await this.executor.write(this.statements.insertSession(record));
  }

  async findSession(hash: string, now: number): Promise<BrowserSessionRecord | null> {
    const [row] = await this.executor.read(this.statements.findSession({ hash, now }));
    return row === undefined ? null : { ...row, expires_at: Number(row.expires_at) };
  }

  async prolongSession(hash: string, expiresAt: number): Promise<void> {
    await this.executor.write(this.statements.prolongSession({ hash, expiresAt }));
  }

  async deleteSession(hash: string): Promise<boolean> {
    return (await this.executor.write(this.statements.deleteSession({ hash }))).count > 0;
  }

  async insertCode(hash: string, expiresAt: number): Promise<void> {
    await this.executor.write(this.statements.insertCode({ hash, expiresAt }));
  }

  async consumeCode(hash: string, now: number): Promise<boolean> {
    const [code] = (await this.executor.write(this.statements.deleteCode({ hash }))).rows;
    return code !== undefined && Number(code.expires_at) > now;
  }

  async sweep(now: number): Promise<void> {
    await this.executor.write(this.statements.sweepSessions({ now }));
    await this.executor.write(this.statements.sweepCodes({ now }));
  }
}
