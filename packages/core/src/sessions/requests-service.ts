import { AuditLog } from "../audit/audit-log.ts";
import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import { actorOf } from "../domain/principals/actor.ts";
import { requireScope, type Principal } from "../domain/principals/principal.ts";
import { toTimestamp } from "../domain/wire.ts";
import { nextTask } from "../runtime/next-task.ts";
import { CallerOutput } from "./caller-output.ts";
import { checkAnswer } from "./check-answers.ts";
import type { AnswerRequest, ResolvedRequest } from "../domain/sessions/request.ts";
import { pagesFromEnd } from "./log-slices.ts";
import { Runner } from "./runner.ts";
import { noSuchSession, SessionAccess } from "../access/session-access.ts";
import { SessionLog, type Appended } from "./session-log.ts";

const noSuchRequest = () => new DomainError("not_found", "There is no such request.");
const alreadyResolved = (how: string) =>
  new DomainError("already_resolved", `The request is already resolved: ${how}.`);

/**
 * Accepts answers to requests: to approvals with the scope `approve`, to questions and tool calls with `chat`. The turn continues when its last open
 * request is resolved.
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
    @inject(CallerOutput) private readonly outputs: CallerOutput,
  ) {}

  async answer(
    principal: Principal,
    workspaceId: string,
    sessionId: string,
    requestId: string,
    answer: AnswerRequest,
  ): Promise<ResolvedRequest> {
    const { state } = await this.access.find(principal, workspaceId, sessionId);
    const isResult = "output" in answer || "error" in answer;
    const given = isResult ? await this.outputs.toStore(principal.tenant, workspaceId, answer) : answer;
    const asked = state.pending_requests.find(({ id }) => id === requestId);
    // The request of a subagent is resolved in its own log; the append copies that to the parent's.
    const asking = asked?.origin_session_id ?? sessionId;
    const done = await this.resolve(principal, { workspaceId, sessionId: asking }, requestId, given);
    if (done === null) throw await this.whyNotOpen(principal.tenant, workspaceId, sessionId, requestId);
    this.log.announce(done.appended);
    if (done.appended.record.state.status !== "waiting") this.runner.offer(done.appended.record);
    return { ...done.resolved, ...asked };
  }

  /** Null where the session has no such open request. */
  private async resolve(
    principal: Principal,
    { workspaceId, sessionId }: { readonly workspaceId: string; readonly sessionId: string },
    requestId: string,
    answer: Parameters<typeof checkAnswer>[1],
  ): Promise<{ readonly resolved: ResolvedRequest; readonly appended: Appended } | null> {
    return this.store.transaction(async (repositories) => {
      const record = await repositories.sessions.lock(principal.tenant, sessionId);
      if (record === null) throw noSuchSession();
      const request = record.state.pending_requests.find(({ id }) => id === requestId);
      if (request === undefined) return null;
      requireScope(principal, request.kind === "approval" ? "approve" : "chat");
      // The next claim of the session appends the expiry.
      if (Date.parse(request.expires_at) <= this.clock.now()) throw alreadyResolved("expired");
      const checked = { ...checkAnswer(request, answer), by: actorOf(principal) };
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

  /** Searches the log from its end, since most such requests are recent. */
  private async whyNotOpen(
    tenant: string,
    workspaceId: string,
    sessionId: string,
    requestId: string,
  ): Promise<DomainError> {
    const record = await this.store.sessions.get(tenant, workspaceId, sessionId);
    if (record === null) return noSuchRequest();
    for await (const page of pagesFromEnd(this.store, record)) {
      for (const event of page)
        if (event.type === "request.resolved" && event.request_id === requestId)
          return alreadyResolved(event.outcome);
      // A store may answer within the same task.
      await nextTask();
    }
    return noSuchRequest();
  }
}
