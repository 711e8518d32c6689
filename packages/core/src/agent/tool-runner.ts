import { DomainError } from "../domain/errors/domain-error.ts";
import { sandboxLossOf } from "../ports/sandbox-loss.ts";
import type { EventDraft } from "../domain/sessions/event.ts";
import { NOT_RUN, UNKNOWN_OUTCOME } from "../domain/sessions/call-result.ts";
import type { OpenCall } from "./prompt/prompt-builder.ts";
import { isStoreUnavailable } from "../domain/errors/host-failure.ts";
import type { Caller } from "../domain/sessions/caller.ts";
import type { TurnError } from "../domain/sessions/turn.ts";
import { WORKSPACE_MOUNT } from "../workspaces/workspace-environment.ts";
import { changesNothing, groupCalls, isResumed, isTask, type GroupedCall } from "./call-groups.ts";
import { orGivenUp } from "./or-given-up.ts";
import { DiskCheck } from "../workspaces/disk-check.ts";
import { requestsFor } from "./requests/call-requests.ts";
import { directoryAfter, openRequests } from "./requests/open-requests.ts";
import { cutOff, openWaiting, SandboxWait } from "./sandbox-wait.ts";
import {
  finishOutput,
  isRepeatable,
  mayWrite,
  prepareOpenCall,
  refused,
  resultOf,
  runCall,
  startOfCall,
  type PreparedCall,
  type ReadyCall,
} from "./run-tool.ts";
import { submitted } from "./output/submitted.ts";
import { toolOfCall } from "./caller-tools.ts";
import { refusedOutputSchema } from "./subagents/output-schema.ts";
import { LiveOutput } from "./live-output.ts";
import type { CallFailures, RanCalls, ToolRunnerParts } from "./tool-runner-parts.ts";
import { failure, type ToolOutcome } from "./tool.ts";
import type { StreamRedactor } from "../redaction/stream-redactor.ts";
import { hasAborted } from "../runtime/until-aborted.ts";
import { wrappedTool } from "./wrapped-tool.ts";
import type { RunningTurn } from "./running-turn.ts";
import type { TurnSetup } from "./turn-setup.ts";

/** Runs the calls of one model response. The start of each call is in the log before its tool runs. */
export class ToolRunner implements CallFailures {
  failure: TurnError | null = null;
  private readonly diskCheck = new DiskCheck();
  private readonly redact = (text: string) => this.setup.redactor().whole(text);

  constructor(
    private readonly running: RunningTurn,
    private readonly setup: TurnSetup,
    private readonly parts: ToolRunnerParts,
  ) {}

  /**
   * Runs calls in their order. `drafts` are appended with the first start. The caller appends the returned events, so that a result and what
   * follows it share a commit. When the run is stopped, calls that were not started get a result that says so, and calls that an earlier run
   * started get one that says that their outcome is unknown. After a hand-over nothing is added.
   */
  async runAll(calls: readonly OpenCall[], drafts: readonly EventDraft[]): Promise<RanCalls> {
    const grouped = await Promise.all(
      calls.map(async (call): Promise<GroupedCall> => ({ call, prepared: await this.prepare(call) })),
    );
    let pending = [...drafts];
    const groups = groupCalls(grouped);
    for (const [index, asked] of groups.entries()) {
      const hasFailed = this.failure !== null;
      const later = groups.slice(index + 1).flat();
      const opened =
        hasFailed || hasAborted(this.parts.signal)
          ? []
          : await requestsFor(asked, later, {
              setup: this.setup,
              parts: this.parts,
              directory: directoryAfter(pending) ?? this.workingDirectory,
              isFirst: index === 0,
              failures: this,
            });
      // Reading the files that requests show may take long. If that failed, a call of the group has the failure as its result.
      const isStopped = hasFailed || hasAborted(this.parts.signal);
      // Subagents that already run are stopped by the call below. Nothing new is started.
      const group = isStopped ? asked.filter(isResumed) : asked;
      if (isStopped && this.run.stopCause !== "handed_over") {
        const others = asked.filter((member) => !isResumed(member));
        pending.push(...others.map(({ call }) => this.abandoned(call)));
      }
      if (group.length === 0) {
        if (this.run.stopCause === "handed_over") break;
        continue;
      }
      if (!isStopped && opened.length > 0) {
        if (await openRequests(this.run, pending, opened))
          return { pending: [], areAllMalformed: false, suspended: "waiting" };
        pending = [...asked, ...later].map(({ call }) => this.abandoned(call));
        break;
      }
      if (this.parts.subagents !== null && group.some(isTask)) {
        const tasks = await this.parts.subagents.settle(group, pending, this.parts.deadline);
        pending = tasks.results;
        this.failure ??= tasks.turnError;
        if (tasks.suspended === null) continue;
        if (pending.length > 0) await this.run.append(pending);
        return { pending: [], areAllMalformed: false, suspended: tasks.suspended };
      }
      const starts = group
        .filter(({ prepared, call }) => prepared.type === "ready" && !call.isStarted)
        .map(({ call }) => startOfCall(call));
      if (starts.length > 0) {
        const begun = [...pending, ...starts];
        await (group.every(changesNothing) ? this.run.appendAhead(begun) : this.run.append(begun));
        pending = [];
      }
      const { trace } = this.running;
      const outcomes = await Promise.all(
        group.map((member) => trace.call(member, () => this.runOne(member))),
      );
      if (this.run.stopCause === "handed_over") break;
      pending.push(...group.map(({ call }, index) => resultOf(call, outcomes[index] ?? failure(NOT_RUN))));
    }
    return {
      pending,
      areAllMalformed: grouped.every(({ prepared }) => prepared.type === "refused" && prepared.isMalformed),
      suspended: null,
    };
  }

  private get run() {
    return this.running.run;
  }

  private get workingDirectory(): string {
    return this.running.log.prompt.workingDirectory() ?? WORKSPACE_MOUNT;
  }

  private async prepare(call: OpenCall): Promise<GroupedCall["prepared"]> {
    if (call.isStarted && this.parts.subagents?.childOf(call.part.call_id) != null)
      return this.parts.subagents.resumed(this.setup.permissions);
    const asked = this.running.log.requests.of(call.part.call_id);
    const { tools } = this.setup.toolset();
    const { name } = call.part;
    if (this.setup.output?.tool.name === name) return submitted(call, this.setup.output);
    const known = asked?.request.kind === "tool_call" ? new Map(tools).set(name, toolOfCall(name)) : tools;
    // Only what changes nothing here may be completed with an answer from the log: it may have run before.
    const mayRepeat = asked?.resolution?.outcome === "answered" && known.get(name)?.isReadOnly === true;
    if (call.isStarted && !mayRepeat) return refused(UNKNOWN_OUTCOME);
    const prepared = await prepareOpenCall(
      call,
      this.redact,
      known,
      this.setup.permissions,
      this.workingDirectory,
      asked,
    );
    return refusedOutputSchema(prepared, this.setup.outputSchemas) ?? prepared;
  }

  private async runOne({ call, prepared }: GroupedCall): Promise<ToolOutcome> {
    if (prepared.type === "refused") return prepared.outcome;
    if (this.run.signal.aborted) return failure(NOT_RUN);
    this.run.assertHeld();
    try {
      const { signal, clock } = this.parts;
      const outcome = await orGivenUp(this.wrapped(call, prepared), signal, clock);
      if (outcome !== null) return outcome;
      this.parts.logger.warn({ tool: call.part.name }, "a tool did not stop when its signal aborted");
      return failure("This call was stopped; it did not end by itself.");
    } catch (error) {
      if (isStoreUnavailable(error)) throw error;
      // At the time limit, a tool throws because of its signal. A sandbox that has failed is the reason even then.
      const isTimeUp = hasAborted(this.parts.signal) && !DomainError.isInstance(error);
      if (isTimeUp || hasAborted(this.run.signal)) return failure("This call was stopped.");
      if (sandboxLossOf(error) === "cut_off") return cutOff(error);
      return this.failed(call, error);
    }
  }

  failed(call: OpenCall, error: unknown): ToolOutcome {
    const { session_id } = this.run.lease;
    this.parts.logger.error({ error, tool: call.part.name, session_id }, "a tool failed");
    if (!DomainError.isInstance(error) || error.code === "internal")
      return failure("The tool failed for an internal reason. Try another way.");
    this.failure = { code: error.code, detail: error.detail };
    return failure(`The sandbox failed: ${error.detail}`);
  }

  private async wrapped(call: OpenCall, prepared: ReadyCall): Promise<ToolOutcome> {
    const { middleware, logger, signal } = this.parts;
    const { workingDirectory, redact } = this;
    const caller = { ...this.setup.caller, callId: call.part.call_id };
    // One for all runs of the call: the pieces of an item have one order.
    let live: LiveOutput | null = null;
    const liveOf = (redactor: StreamRedactor) =>
      (live ??= new LiveOutput(call.item, redactor, this.run.lease.session_id, this.parts));
    const run = (checked: PreparedCall) => this.call(checked, caller, liveOf);
    const of = { prepared, caller, signal, workingDirectory, logger, redact, run };
    return await wrappedTool(middleware, of).finally(() => live?.end());
  }

  private async call(
    prepared: PreparedCall,
    caller: Caller,
    liveOf: (redactor: StreamRedactor) => LiveOutput,
  ): Promise<ToolOutcome> {
    const { signal } = this.parts;
    const { redact, disk, ...context } = await this.setup.callContext();
    const live = liveOf(context.streamRedactor());
    // Opening a sandbox may take long, so the lease is checked again before anything starts in it.
    const open = async () => {
      const sandbox = await context.sandbox();
      if (disk !== null && mayWrite(prepared)) await this.diskCheck.begin(disk);
      this.run.assertHeld();
      return sandbox;
    };
    const wait = new SandboxWait(this.parts, signal);
    const sandbox = () => openWaiting(open, wait, caller);
    const run = () =>
      runCall(prepared, {
        ...context,
        files: context.files.within(sandbox),
        sandbox,
        caller,
        workingDirectory: this.workingDirectory,
        known: this.running.log.knownFiles,
        logger: this.parts.logger,
        show: (text) => live.add(text),
        signal,
      });
    const outcome = await this.whileWriting(prepared, () =>
      isRepeatable(prepared) ? wait.onceBack(run) : run(),
    );
    if (disk !== null) this.failure ??= await this.diskCheck.end(disk);
    return finishOutput(outcome, redact);
  }

  /** Records the state of the files before a call that may write. That may take long, so the stop and the lease are checked again. */
  private whileWriting(prepared: PreparedCall, work: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
    if (!mayWrite(prepared)) return work();
    return this.setup.whileWriting(async () => {
      if (this.parts.signal.aborted) return failure(NOT_RUN);
      this.run.assertHeld();
      return await work();
    });
  }

  private abandoned(call: OpenCall): EventDraft {
    return resultOf(call, failure(call.isStarted ? UNKNOWN_OUTCOME : NOT_RUN));
  }
}
