import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import type { Files, RunResult, Workspace, WorkspaceAgentClient } from "@workspace-agent/client";
import type { Command } from "commander";
import { cleanText, jsonLine } from "../clean-text.ts";
import { findWorkspace } from "../connection.ts";
import type { Context } from "../context.ts";
import { parseDuration } from "../duration.ts";
import { CommandError, EXIT, exitCodeOf, exitCodeOfError } from "../exit-codes.ts";
import { failureText } from "../failure.ts";
import { followTurn, type Followed } from "../follow-turn.ts";
import { fetchInto, fromTo, upload } from "../local-files.ts";

interface RunFlags {
  readonly workspace: string;
  readonly new?: true;
  readonly template?: string;
  readonly session?: string;
  readonly file: readonly string[];
  readonly get: readonly string[];
  readonly json?: true;
  readonly detach?: true;
  readonly timeout?: number;
  readonly key?: string;
}

const EXAMPLES = `
Examples:
  # A question to a workspace that is there.
  workspace-agent run "What is in this folder?" --workspace notes

  # In a CI job: a new workspace, a file in, a file out, a quarter of an hour at most.
  workspace-agent run "Fix the failing test." --workspace "ci-$CI_RUN_ID" --new \\
    --file project.tar.gz --get project/report.md --timeout 15m --json

  # A long task: hand it over, look in later.
  workspace-agent run - --workspace notes --detach < task.md

Standard output has the agent's answer (with --json one object), standard error what it does; a turn that is
stopped or fails has no answer.
The exit code says how the turn ended: 0 done, 5 waiting for a person, 10 to 13 stopped at a limit,
20 to 23 failed, 30 interrupted, 124 out of time; docs/cli.md has all of them.
Ctrl-C and --timeout interrupt the turn, but not one that is queued behind another of its session: it stays
queued. A second Ctrl-C leaves at once.`;

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

async function taskOf(given: string): Promise<string> {
  const task =
    given === "-"
      ? await readAll(process.stdin)
      : given.startsWith("@")
        ? await readFile(given.slice(1), "utf8")
        : given;
  if (task.trim() === "") throw new CommandError("The task is empty.", EXIT.usage);
  return task;
}

async function workspaceOf(client: WorkspaceAgentClient, flags: RunFlags, key: string): Promise<Workspace> {
  if (flags.new === undefined) {
    if (flags.template !== undefined) throw new CommandError("--template is for --new.", EXIT.usage);
    return await findWorkspace(client, flags.workspace);
  }
  return await client.post("/api/workspaces", {
    params: { header: { "Idempotency-Key": `${key}-workspace` } },
    body: { name: flags.workspace, ...(flags.template !== undefined && { template: flags.template }) },
  });
}

async function detached(
  client: WorkspaceAgentClient,
  id: string,
  task: string,
  flags: RunFlags,
  key: string,
  context: Context,
) {
  const accepted = await client.post("/api/workspaces/{id}/chat", {
    params: { path: { id }, header: { "Idempotency-Key": key } },
    body: { message: task, mode: "async", ...(flags.session !== undefined && { session_id: flags.session }) },
  });
  if (!("turn_id" in accepted)) throw new CommandError("The instance did not say which turn this is.");
  const { session_id, turn_id } = accepted;
  context.output.out(
    flags.json === undefined ? `${session_id}\n` : jsonLine({ workspace_id: id, session_id, turn_id }),
  );
}

function codeOf({ result, cause }: Followed): number {
  if (cause === "timeout") return EXIT.timedOut;
  return result === null || cause === "signal" ? EXIT.interruptedHere : exitCodeOf(result.turn);
}

/** The agent's answer; empty where it has none, for the turn was stopped or failed, or waits for a person. */
function answerOf({ turn, text }: RunResult): string {
  return turn.status === "completed" ? text : "";
}

/** Says on standard error how the turn ended, and gives the answer where it has not been shown. */
function tellEnd(result: RunResult, flags: RunFlags, { output }: Context): void {
  const { turn, requests } = result;
  const answer = cleanText(answerOf(result)).trimEnd();
  if (answer !== "" && flags.json === undefined && !output.isTerminal) output.out(`${answer}\n`);
  const { status, stop_reason, stats } = turn;
  output.note(
    `${stop_reason ?? status} · ${stats.steps} steps · ${stats.tool_calls} tool calls · ${Math.round(stats.duration_ms / 1000)} s\n`,
  );
  for (const { kind, prompt } of requests) output.note(`${kind}: ${cleanText(prompt)}\n`);
}

function jsonOf({ result, accepted, staysQueued }: Followed, workspace: Workspace, exit_code: number) {
  const turn = result?.turn;
  return jsonLine({
    workspace_id: workspace.id,
    session_id: accepted?.session_id ?? null,
    turn_id: accepted?.turn_id ?? null,
    status: turn?.status ?? (staysQueued ? "queued" : null),
    stop_reason: turn?.stop_reason ?? null,
    text: result === null ? "" : answerOf(result),
    error: turn?.error ?? null,
    stats: turn?.stats ?? null,
    requests: result?.requests ?? [],
    exit_code,
  });
}

/** Fetches what was asked for and says what could not be; gives the exit code of the first failure. */
async function fetchOutputs(
  files: Files,
  outputs: readonly ReturnType<typeof fromTo>[],
  context: Context,
): Promise<number> {
  let code: number = EXIT.ok;
  for (const { from, to } of outputs) {
    try {
      await fetchInto(files, from, to, context);
    } catch (error) {
      if (code === EXIT.ok) code = exitCodeOfError(error);
      context.output.note(`${cleanText(from)}: ${failureText(error)}\n`);
    }
  }
  return code;
}

export function addRun(program: Command, context: Context): void {
  program
    .command("run")
    .summary("give the agent a task and follow it to its end")
    .description(
      "Gives the agent a task and follows it to its end. A connection that breaks is made anew: the turn goes on.",
    )
    .argument("<task>", "what is to be done; @FILE reads it from a file, - from standard input")
    .requiredOption("-w, --workspace <name>", "the workspace, by name or id")
    .option("--new", "make the workspace first")
    .option("--template <name>", "with --new: what the workspace starts with")
    .option("-s, --session <id>", "continue this session")
    .option(
      "-f, --file <local[:path]>",
      "put a file or folder into the workspace first (may be repeated)",
      collect,
      [],
    )
    .option("-g, --get <path[:local]>", "fetch a file or folder afterwards (may be repeated)", collect, [])
    .option("--json", "write one JSON object about the end to standard output")
    .option("--detach", "do not wait: write the session's id and leave")
    .option("-t, --timeout <time>", "interrupt the turn after a time such as 90s, 15m, 2h", parseDuration)
    .option("-k, --key <key>", "the same key is the same workspace and turn, within 24 hours")
    .addHelpText("after", EXAMPLES)
    .action(async (given: string, flags: RunFlags) => {
      const task = await taskOf(given);
      if (flags.detach !== undefined && flags.get.length > 0) {
        throw new CommandError("--get waits for the turn's end, and --detach does not.", EXIT.usage);
      }
      const key = flags.key ?? randomUUID();
      const inputs = flags.file.map(fromTo);
      const outputs = flags.get.map(fromTo);
      const client = await context.connect();
      const workspace = await workspaceOf(client, flags, key);
      const files = client.files(workspace.id);
      for (const { from, to } of inputs) await upload(files, from, to);
      if (flags.detach !== undefined) {
        await detached(client, workspace.id, task, flags, key, context);
        return;
      }
      const followed = await followTurn(
        client,
        workspace.id,
        {
          task,
          sessionId: flags.session,
          idempotencyKey: key,
          timeout: flags.timeout,
          showsText: context.output.isTerminal && flags.json === undefined,
        },
        context,
      );
      let code = codeOf(followed);
      if (followed.result !== null) {
        tellEnd(followed.result, flags, context);
        const fetched = await fetchOutputs(files, outputs, context);
        // How the turn ended says more than what it did not get to write.
        if (code === EXIT.ok) code = fetched;
      }
      if (flags.json !== undefined) context.output.out(jsonOf(followed, workspace, code));
      context.exitWith(code);
    });
}
