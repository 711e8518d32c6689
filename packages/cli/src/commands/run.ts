import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import type { Files, JsonSchema, RunResult, Workspace, WorkspaceAgentClient } from "@workspace-agent/client";
import type { Command } from "commander";
import { cleanText, jsonLine } from "../clean-text.ts";
import { findWorkspace } from "../connection.ts";
import type { Context } from "../context.ts";
import { parseDuration } from "../duration.ts";
import { CommandError, EXIT, exitCodeOf, exitCodeOfError, wrongUse } from "../exit-codes.ts";
import { failureText } from "../failure.ts";
import { followTurn, type Followed } from "../follow-turn.ts";
import { defined } from "../json.ts";
import { fetchInto, fromTo, upload } from "../local-files.ts";
import { objectOf } from "../object-of-text.ts";
import { collect, collectPairs } from "../pairs.ts";
import { answerHint } from "../request-view.ts";
import { retried } from "../retried.ts";
import { pageOfSession } from "../web-page.ts";
import { addBatchOptions, runBatch, workOf, type BatchFlags } from "./run-batch.ts";

interface RunFlags extends BatchFlags {
  readonly new?: true;
  readonly session?: string;
  readonly file: readonly string[];
  readonly get: readonly string[];
  readonly attach: readonly string[];
  readonly json?: true;
  readonly timeout?: number;
}

const EXAMPLES = `
Examples:
  # A question to an existing workspace.
  workspace-agent run "What is in this folder?" --workspace notes

  # In a CI job: a new workspace, one uploaded and one downloaded file, at most 15 minutes.
  workspace-agent run "Fix the failing test." --workspace "ci-$CI_RUN_ID" --new \\
    --file project.tar.gz --get project/report.md --timeout 15m --json

  # An output for a program: standard output has JSON that meets the schema, or nothing.
  workspace-agent run "Which files have no tests?" --workspace notes --json-schema files.schema.json

  # Many tasks, one a line ({"key": "a", "message": "…"}): standard output has a line with the result of each.
  workspace-agent run --batch items.ndjson --template invoices --json-schema invoice.schema.json --budget-usd 20

  # A long task: start it and check later.
  workspace-agent run - --workspace notes --detach < task.md

The agent's answer is written to standard output (with --json as one object), and its progress to standard
error. A turn that is stopped or fails has no answer.
The exit code is 0 if the turn completed, 5 if it waits for a person, 10 to 13 if it reached a limit, 20 to 24
if it failed, 30 if it was interrupted, and 124 if it timed out. docs/cli.md lists all codes.
Ctrl-C and --timeout interrupt the turn. A second Ctrl-C exits immediately.
With --batch the exit code is 0 if all items succeeded and 1 if some failed or were cancelled; Ctrl-C cancels
the batch.`;

async function taskOf(given: string): Promise<string> {
  const task =
    given === "-"
      ? await readAll(process.stdin)
      : given.startsWith("@")
        ? await readFile(given.slice(1), "utf8")
        : given;
  if (task.trim() === "") throw wrongUse("The task is empty.");
  return task;
}

async function workspaceOf(
  client: WorkspaceAgentClient,
  name: string,
  flags: RunFlags,
  key: string,
): Promise<Workspace> {
  if (flags.new === undefined) {
    if (flags.template !== undefined) throw wrongUse("--template requires --new.");
    return await findWorkspace(client, name);
  }
  const create = async () =>
    await client.post("/api/workspaces", {
      params: { header: { "Idempotency-Key": key } },
      body: { name, ...defined({ template: flags.template }) },
    });
  return await retried(create);
}

/** Whether an earlier run with this key has started its turn, which may have changed the files. Before that, the upload may be incomplete. */
async function isUploaded(client: WorkspaceAgentClient, id: string, flags: RunFlags): Promise<boolean> {
  if (flags.new === undefined || flags.key === undefined || flags.file.length === 0) return false;
  const params = { path: { id }, query: { limit: 1 } };
  const sessions = await retried(() => client.get("/api/workspaces/{id}/sessions", { params }));
  return sessions.length > 0;
}

async function detached(
  client: WorkspaceAgentClient,
  id: string,
  task: string,
  schema: JsonSchema | undefined,
  flags: RunFlags,
  key: string,
  context: Context,
) {
  const start = async () =>
    await client.post("/api/workspaces/{id}/chat", {
      params: { path: { id }, header: { "Idempotency-Key": key } },
      body: {
        message: task,
        mode: "async",
        metadata: flags.metadata,
        attachments: flags.attach.map((path) => ({ path })),
        ...defined({ session_id: flags.session, output: schema && { schema } }),
      },
    });
  const accepted = await retried(start);
  if (!("turn_id" in accepted)) throw new CommandError("The instance returned no turn id.");
  const { session_id, turn_id } = accepted;
  context.output.note(`${pageOfSession(await context.instance(), id, session_id)}\n`);
  context.output.out(
    flags.json === undefined ? `${session_id}\n` : jsonLine({ workspace_id: id, session_id, turn_id }),
  );
}

function codeOf({ result, cause }: Followed): number {
  if (cause === "timeout") return EXIT.timedOut;
  if (cause === "left") return EXIT.waiting;
  return result === null || cause === "signal" ? EXIT.interruptedHere : exitCodeOf(result.turn);
}

/** The answer of the agent; empty if the turn was stopped, failed or waits for a person. */
function answerOf({ turn, text }: RunResult): string {
  return turn.status === "completed" ? text : "";
}

/** What standard output gets, unless it was shown already: the answer, or with `--json-schema` the output. */
function printed(result: RunResult, flags: RunFlags, isTerminal: boolean): string {
  if (flags.json !== undefined) return "";
  if (flags.jsonSchema !== undefined) return result.output === undefined ? "" : jsonLine(result.output);
  const answer = isTerminal ? "" : cleanText(answerOf(result)).trimEnd();
  return answer === "" ? "" : `${answer}\n`;
}

/** Writes how the turn ended to standard error, and the answer if it was not shown yet. */
function reportEnd(result: RunResult, workspaceId: string, flags: RunFlags, { output }: Context): void {
  const { turn, requests } = result;
  output.out(printed(result, flags, output.isTerminal));
  const { status, stop_reason, stats } = turn;
  for (const { pointer, detail } of turn.error?.errors ?? [])
    output.note(`output ${cleanText(pointer)}: ${cleanText(detail)}\n`);
  output.note(
    `${stop_reason ?? status} · ${stats.steps} steps · ${stats.tool_calls} tool calls · ${Math.round(stats.duration_ms / 1000)} s\n`,
  );
  for (const request of requests) {
    output.note(`${request.kind}: ${cleanText(request.prompt)}\n`);
    output.note(`${answerHint(workspaceId, result.session_id, request)}\n`);
  }
}

function jsonOf({ result, accepted }: Followed, workspace: Workspace, exit_code: number) {
  const turn = result?.turn;
  return jsonLine({
    workspace_id: workspace.id,
    session_id: accepted?.session_id ?? null,
    turn_id: accepted?.turn_id ?? null,
    status: turn?.status ?? null,
    stop_reason: turn?.stop_reason ?? null,
    text: result === null ? "" : answerOf(result),
    ...(turn?.output !== undefined && { output: turn.output }),
    error: turn?.error ?? null,
    stats: turn?.stats ?? null,
    requests: result?.requests ?? [],
    exit_code,
  });
}

/** Downloads the requested files and reports failures; returns the exit code of the first one. */
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
  const run = program
    .command("run")
    .summary("give the agent a task, or a batch of tasks, and follow it until it ends")
    .description(
      "Give the agent a task and follow it until it ends. Lost connections are reopened; the turn continues.",
    )
    .argument("[task]", "the task; @FILE reads it from a file, - from standard input")
    .option(
      "-w, --workspace <name>",
      "the workspace, by name or id; with --batch: default a new one for each item",
    )
    .option("--new", "create the workspace first")
    .option("--template <name>", "with --new or --batch: the template of the workspace")
    .option("-s, --session <id>", "continue this session")
    .option("-f, --file <local[:path]>", "upload a file or folder first (can be repeated)", collect, [])
    .option(
      "-a, --attach <path>",
      "a file of the workspace that the task refers to (can be repeated)",
      collect,
      [],
    )
    .option("-g, --get <path[:local]>", "download a file or folder afterwards (can be repeated)", collect, [])
    .option("-m, --metadata <key=value>", "note this on the turn (can be repeated)", collectPairs, {})
    .option("--json", "write the result as one JSON object to standard output")
    .option("--json-schema <file>", "require an output that meets this JSON Schema, and write it as JSON")
    .option("--detach", "print the session id and exit without waiting")
    .option("-t, --timeout <time>", "interrupt the turn after this time, such as 90s, 15m, 2h", parseDuration)
    .option("-k, --key <key>", "idempotency key: the same key gives the same workspace and turn for 24 hours")
    .addHelpText("after", EXAMPLES);
  addBatchOptions(run).action(async (given: string | undefined, flags: RunFlags, command: Command) => {
    const work = workOf(given, flags, (name) => command.getOptionValueSource(name) === "cli");
    const { jsonSchema: file } = flags;
    const schema =
      file === undefined
        ? undefined
        : await objectOf(`--json-schema ${file}`, "schema", readFile(file, "utf8"));
    if ("batch" in work) {
      await runBatch(work.batch, flags, schema, context);
      return;
    }
    const task = await taskOf(work.task);
    if (flags.detach !== undefined && flags.get.length > 0) {
      throw wrongUse("--get waits for the end of the turn and cannot be used with --detach.");
    }
    if (flags.detach !== undefined && flags.timeout !== undefined) {
      throw wrongUse("--timeout interrupts a turn that is followed and cannot be used with --detach.");
    }
    const key = flags.key ?? randomUUID();
    const inputs = flags.file.map(fromTo);
    const outputs = flags.get.map(fromTo);
    const client = await context.connect();
    const workspace = await workspaceOf(client, work.workspace, flags, key);
    const files = client.files(workspace.id);
    if (await isUploaded(client, workspace.id, flags)) {
      context.output.note("The files are not uploaded again: the workspace has a session.\n");
    } else {
      for (const { from, to } of inputs) await upload(files, from, to, context);
    }
    if (flags.detach !== undefined) {
      await detached(client, workspace.id, task, schema, flags, key, context);
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
        metadata: flags.metadata,
        attachments: flags.attach,
        schema,
        asks: flags.json === undefined,
        showsText: context.output.isTerminal && flags.json === undefined && schema === undefined,
      },
      context,
    );
    let code = codeOf(followed);
    if (followed.result !== null) {
      reportEnd(followed.result, workspace.id, flags, context);
      const fetched = await fetchOutputs(files, outputs, context);
      // The status of the turn takes precedence over failed downloads.
      if (code === EXIT.ok) code = fetched;
    }
    if (flags.json !== undefined) context.output.out(jsonOf(followed, workspace, code));
    context.exitWith(code);
  });
}
