import type { AnswerRequest, PendingRequest, Schemas } from "@workspace-agent/client";
import type { Command } from "commander";
import { patternFor, writeRule } from "../allow-always.ts";
import { answerRequest, openRequest } from "../answer-request.ts";
import { answerOf, askQuestions } from "../ask-person.ts";
import { cleanText } from "../clean-text.ts";
import {
  inWorkspace,
  withJson,
  withWorkspace,
  withYes,
  type WorkspaceFlag,
  type YesFlag,
} from "../command-options.ts";
import type { Context } from "../context.ts";
import { CommandError, wrongUse } from "../exit-codes.ts";
import { jsonOrText } from "../json.ts";
import { printDone } from "../print.ts";
import { checkConfirmable, confirm } from "../prompt.ts";
import { requestView } from "../request-view.ts";

const EXAMPLES = `
Examples:
  workspace-agent sessions get ses_01k… --workspace notes                 # shows the open requests
  workspace-agent approve ses_01k… --workspace notes                      # shows the call, then asks
  workspace-agent approve ses_01k… req_01k… --yes -w notes                # in a script
  workspace-agent approve ses_01k… --always -w notes                      # and this command from now on
  workspace-agent approve ses_01k… --always --pattern "npm *" -w notes    # and all commands that match
  workspace-agent deny ses_01k… --note "Use the test database." -w notes
  workspace-agent answer ses_01k… req_01k… "Blue" -w notes                # one answer for each question
  workspace-agent answer ses_01k… req_01k… --output '{"rows": 3}' -w notes   # a call that the caller runs

Without a request, the only one that is open is meant. The token needs the scope approve, for answers chat.`;

interface DecisionFlags extends YesFlag, WorkspaceFlag {
  readonly note?: string;
  readonly hash?: string;
  readonly always?: true;
  readonly pattern?: string;
}

interface AnswerFlags extends WorkspaceFlag {
  readonly output?: string;
  readonly error?: string;
}

/** The answer that arguments and options give; null: the person has to be asked. */
function givenAnswer(
  { kind, questions = [] }: PendingRequest,
  answers: readonly string[],
  { output, error }: AnswerFlags,
): AnswerRequest | null {
  if (kind === "tool_call") {
    if ((output === undefined) === (error === undefined))
      throw wrongUse("The call of a tool needs --output or --error.");
    return error === undefined ? { output: jsonOrText(output ?? "") } : { error };
  }
  if (output !== undefined || error !== undefined)
    throw wrongUse("--output and --error are for calls of a tool.");
  if (answers.length === 0) return null;
  if (answers.length !== questions.length)
    throw wrongUse(`Give ${questions.length} answers, one for each question.`);
  return {
    answers: Object.fromEntries(
      questions.map((question, index) => [question.question, answerOf(question, answers[index] ?? "")]),
    ),
  };
}

export function addAnswer(program: Command, context: Context): void {
  const { prompt, output } = context;
  const add = (name: string) =>
    withJson(withWorkspace(program.command(name)))
      .argument("<session>")
      .argument("[request]", "the id of the request")
      .addHelpText("after", EXAMPLES);
  const show = (request: PendingRequest) => {
    const { headline, lines } = requestView(request);
    output.note(
      [cleanText(headline), ...lines.map((line) => `  ${line}`)].map((line) => `${line}\n`).join(""),
    );
  };
  const report = (resolved: Schemas["ResolvedRequest"], json: true | undefined) =>
    printDone(context, `${resolved.outcome} ${resolved.id}`, resolved, json);

  const addDecision = (name: string, decision: "allow" | "deny", description: string) =>
    withYes(add(name))
      .summary(`${decision} a call that waits for an approval`)
      .description(description)
      .option("--note <text>", "a note for the agent")
      .option("--hash <hash>", "only if the request still has this `subject_hash`")
      .action(async (session_id: string, given: string | undefined, flags: DecisionFlags) => {
        const { yes = false, note, hash, always, pattern, json } = flags;
        if (pattern !== undefined && always === undefined) throw wrongUse("--pattern is for --always.");
        checkConfirmable(prompt, yes, name);
        const { client, id } = await inWorkspace(context, flags);
        const path = { id, session_id };
        const request = await openRequest(client, path, given, ["approval"]);
        show(request);
        const confirmed = async (question: string) => {
          if (!yes) await confirm(prompt, question, "Nothing was answered.");
          return true;
        };
        const bound = hash === undefined ? request : { ...request, subject_hash: hash };
        if (always === undefined) await confirmed(decision === "allow" ? "Allow it?" : "Deny it?");
        else {
          if (bound.subject_hash !== request.subject_hash)
            throw new CommandError("The request has another `subject_hash`. Nothing was answered.");
          const ask = async () => await confirmed("Write this rule and allow the call?");
          const writing = { client, workspaceId: id, note: output.note, confirm: ask };
          await writeRule(writing, request, patternFor(request, pattern));
        }
        const answer = { decision, ...(note !== undefined && { note }) };
        try {
          report(await answerRequest(client, path, bound, answer), json);
        } catch (error) {
          if (always !== undefined)
            output.note("The rule is in the config, but the request was not answered.\n");
          throw error;
        }
      });
  addDecision("approve", "allow", "Show a call that waits for an approval, ask, and allow exactly this call.")
    .option("--always", "also write a rule into the config that allows such calls from now on")
    .option(
      "--pattern <pattern>",
      "with --always: what the rule allows; * is any text, ? one character; default: this command or path, with ? for each *",
    );
  addDecision(
    "deny",
    "deny",
    "Show a call that waits for an approval, ask, and deny it. The agent continues without it.",
  );

  add("answer")
    .summary("answer a question of the agent")
    .description("Answer the questions of the agent, or give the result of a call that the caller runs.")
    .argument("[answers...]", "one for each question; the number of an option, or a text")
    .option("--output <value>", "the result of the call, as JSON or as a text")
    .option("--error <text>", "why the call failed")
    .action(
      async (
        session_id: string,
        given: string | undefined,
        answers: readonly string[],
        flags: AnswerFlags,
      ) => {
        const { client, id } = await inWorkspace(context, flags);
        const path = { id, session_id };
        const request = await openRequest(client, path, given, ["question", "tool_call"]);
        let answer = givenAnswer(request, answers, flags);
        if (answer === null) {
          if (!prompt.isInteractive)
            throw wrongUse(
              "Standard input is not a terminal. Give the request and an answer for each question.",
            );
          answer = await askQuestions(prompt, request.questions ?? []);
        }
        if (answer === null) throw new CommandError("Nothing was answered.");
        report(await answerRequest(client, path, request, answer), flags.json);
      },
    );
}
