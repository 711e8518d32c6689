import { AuditLog } from "../audit/audit-log.ts";
import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import { requireScope, type Principal } from "../domain/principals/principal.ts";
import { toTimestamp } from "../domain/wire.ts";
import { checkAnswer } from "./check-answers.ts";
import type { AnswerRequest, ResolvedRequest } from "../domain/sessions/request.ts";
import { Runner } from "./runner.ts";
import { noSuchSession, SessionAccess } from "../access/session-access.ts";
import { SessionLog, type Appended } from "./session-log.ts";

const PAGE = 500;

const noSuchRequest = () => new DomainError("not_found", "There is no such request.");
const alreadyResolved = (how: string) =>
  new DomainError("already_resolved", `The request is resolved already: ${how}.`);

/**
 * Takes the answers of people: to approvals of who has the scope `approve`, to questions of who has `chat`. A turn goes on when the
 * last of its requests is resolved.
 */
@service()
export class RequestsService {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SessionAccess) private readonly access: SessionAccess,
    @inject(SessionLog) private readonly log: SessionLog,
    @inject(Runner) private readonly runner: Runner,
    @inject(AuditLog) private readonly audit: AuditLog,
  ) {}

  async answer(
    principal: Principal,
    workspaceId: string,
    sessionId: string,
    requestId: string,
    answer: AnswerRequest,
  ): Promise<ResolvedRequest> {
    const { state } = await this.access.find(principal, workspaceId, sessionId);
    const asked = state.pending_requests.find(({ id }) => id === requestId);
    // What a subagent asked is answered in its own log, and its parent's takes it over.
    const asking = asked?.origin_session_id ?? sessionId;
    const done = await this.resolve(principal, { workspaceId, sessionId: asking }, requestId, answer);
    if (done === null) throw await this.whyNotOpen(principal.tenant, workspaceId, sessionId, requestId);
    this.log.announce(done.appended);
    if (done.appended.record.state.status !== "waiting") {
      this.runner.offer(done.appended.record);
    }
    return { ...done.resolved, ...asked };
  }

  /** Null when the session has no such open request. */
  private async resolve(
    principal: Principal,
    { workspaceId, sessionId }: { readonly workspaceId: string; readonly sessionId: string },
    requestId: string,
    answer: AnswerRequest,
  ): Promise<{ readonly resolved: ResolvedRequest; readonly appended: Appended } | null> {
    return this.store.transaction(async (repositories) => {
      const record = await repositories.sessions.lock(principal.tenant, sessionId);
      if (record === null) throw noSuchSession();
      const request = record.state.pending_requests.find(({ id }) => id === requestId);
      if (request === undefined) return null;
      requireScope(principal, request.kind === "approval" ? "approve" : "chat");
      // The runner that looks next writes it down.
      if (Date.parse(request.expires_at) <= this.clock.now()) throw alreadyResolved("expired");
      const { kind, id, name = id } = principal;
      const checked = { ...checkAnswer(request, answer), by: { kind, id, name } };
      const appended = await this.log.append(repositories, record, [
        { type: "request.resolved", turn_id: request.turn_id, request_id: request.id, ...checked },
      ]);
      const resolved_at = appended.events[0]?.at ?? toTimestamp(this.clock.now());
      if (request.kind === "approval") {
        const details = { request_id: request.id, tool: request.tool, outcome: checked.outcome };
        await this.audit.record(repositories, principal, {
          action: "approval.answered",
          workspaceId,
          sessionId,
          details,
        });
      }
      return { resolved: { ...request, ...checked, resolved_at }, appended };
    });
  }

  /** Looks a request that is not open up in the log, from its end: most that are asked for are recent. */
  private async whyNotOpen(
    tenant: string,
    workspaceId: string,
    sessionId: string,
    requestId: string,
  ): Promise<DomainError> {
    const record = await this.store.sessions.get(tenant, workspaceId, sessionId);
    for (let end = (record?.next_seq ?? 1) - 1; end > 0; end -= PAGE) {
      const after = Math.max(0, end - PAGE);
      const page = await this.store.events.page(tenant, sessionId, { after, limit: end - after });
      for (const event of page)
        if (event.type === "request.resolved" && event.request_id === requestId)
          return alreadyResolved(event.outcome);
    }
    return noSuchRequest();
  }
}
