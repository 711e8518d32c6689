import { Redaction } from "../../redaction/redact.ts";
import { inject, service } from "../../di.ts";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { stepUsage } from "../../models/prices/step-usage.ts";
import type { Clock } from "../../ports/clock.ts";
import { CLOCK, SETTINGS, TELEMETRY, type ServiceSettings } from "../../ports/injection.ts";
import type { Telemetry, TelemetrySpan } from "../../ports/telemetry.ts";
import { LeaseLost } from "../../domain/sessions/lease.ts";
import type { SessionRun } from "../../sessions/session-run.ts";
import { STOP_REASONS, type TurnRecord } from "../../domain/sessions/turn.ts";
import { openEnv } from "../../config/config-codec.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import { AGENT_NAME, modelAttributes } from "./gen-ai.ts";
import { ServiceMetrics } from "../../telemetry/service-metrics.ts";
import { TurnTrace, within } from "./turn-trace.ts";

/** Creates a span for each turn that runs on this instance. */
@service()
export class TurnTraces {
  constructor(
    @inject(TELEMETRY) private readonly telemetry: Telemetry,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(ServiceMetrics) private readonly metrics: ServiceMetrics,
    @inject(Redaction) private readonly redaction: Redaction,
  ) {}

  /** Runs the current turn in a span. `parent`: the span of the calling `task` call, for a subagent. A turn that continues later gets a new span. */
  async follow<T extends string>(
    run: SessionRun,
    workspace: WorkspaceRecord,
    turn: TurnRecord,
    work: (trace: TurnTrace) => Promise<T>,
    parent?: TelemetrySpan,
  ): Promise<T> {
    const span = this.startSpan(run, workspace, turn, parent ?? turn.traceparent);
    const describe = (outcome: T) => {
      if (span.isRecording) describeEnd(span, run, outcome);
    };
    return within(span, async () => work(await this.traceOf(run, workspace, span)), describe, errorType);
  }

  private startSpan(
    run: SessionRun,
    workspace: WorkspaceRecord,
    turn: TurnRecord,
    parent: TelemetrySpan | string | undefined,
  ): TelemetrySpan {
    return this.telemetry.startSpan({
      name: `invoke_agent ${AGENT_NAME}`,
      kind: "internal",
      attributes: {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": AGENT_NAME,
        ...modelAttributes(turn.model ?? ""),
        "gen_ai.conversation.id": run.lease.session_id,
        "workspace_agent.tenant": workspace.tenant,
        "workspace_agent.workspace.id": workspace.id,
        "workspace_agent.turn.id": turn.turn.id,
        "workspace_agent.turn.source": turn.turn.source,
      },
      ...(parent !== undefined && { parent }),
    });
  }

  private async traceOf(
    run: SessionRun,
    workspace: WorkspaceRecord,
    span: TelemetrySpan,
  ): Promise<TurnTrace> {
    const holdsContent = span.isRecording && this.telemetry.recordsContent;
    return new TurnTrace({
      span,
      telemetry: span.isRecording ? this.telemetry : null,
      sessionId: run.lease.session_id,
      priced: (reference, usage) => stepUsage(reference, this.settings.prices(reference), usage),
      redact: holdsContent ? await this.redactorOf(workspace) : (text) => text,
      onTool: (name, isError, seconds) => this.metrics.tool(name, isError, seconds),
      now: () => this.clock.monotonic(),
    });
  }

  private async redactorOf(workspace: WorkspaceRecord): Promise<(text: string) => string> {
    const { secrets } = await openEnv(workspace.config, workspace.id, this.settings.secrets);
    return this.redaction.redactor(secrets);
  }
}

function describeEnd(span: TelemetrySpan, run: SessionRun, outcome: string): void {
  const { stop_reason } = run.record.state;
  span.set({ "workspace_agent.turn.outcome": outcome });
  if (outcome !== "ended" || stop_reason === null) return;
  span.set({ "workspace_agent.turn.stop_reason": stop_reason });
  if (STOP_REASONS[stop_reason] === "failed") span.fail(stop_reason);
}

function errorType(error: unknown): string {
  if (LeaseLost.isInstance(error)) return "lease_lost";
  return DomainError.isInstance(error) ? error.code : "internal";
}
