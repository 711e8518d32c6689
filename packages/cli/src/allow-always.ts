import {
  exactText,
  ProblemError,
  type PendingRequest,
  type WorkspaceAgentClient,
} from "@workspace-agent/client";
import { allowRule, proposedPattern } from "@workspace-agent/client/permissions";
import type { Context } from "./context.ts";
import { CommandError, wrongUse } from "./exit-codes.ts";
import { failureText } from "./failure.ts";
import { isYes } from "./prompt.ts";
import { CONFIG_PATH, readConfig } from "./versioned-config.ts";

const PATTERN_QUESTION =
  "Pattern, in which * stands for any text and ? for one character (Enter: this command or path, with ? for each *): ";

/** Allows a call for good. False if the person does not want the rule, or if it could not be written. */
export type AllowAlways = (request: PendingRequest, signal?: AbortSignal) => Promise<boolean>;

interface Writing {
  readonly client: WorkspaceAgentClient;
  readonly workspaceId: string;
  readonly note: (text: string) => void;
  /** Whether the rule that was shown is wanted. */
  readonly confirm: () => Promise<boolean>;
}

/** The pattern of a rule for the call. */
export function patternFor(request: PendingRequest, given: string | undefined): string | null {
  const proposed = proposedPattern(request);
  if (proposed === null && given !== undefined)
    throw wrongUse(`A rule for ${request.tool} has no pattern: it allows every call.`);
  return given ?? proposed;
}

/** Shows a rule that allows the call, and writes it into the config once it is confirmed. False if it is not. */
export async function writeRule(
  { client, workspaceId, note, confirm }: Writing,
  request: PendingRequest,
  pattern: string | null,
): Promise<boolean> {
  for (;;) {
    const { config, params } = await readConfig(client, workspaceId);
    const rule = allowRule(config.permissions, request, pattern);
    if (rule.type === "refused") throw new CommandError(exactText(rule.reason));
    note(exactText(`rule: permissions.${request.tool} = ${JSON.stringify(rule.entry)}\n  ${rule.allows}\n`));
    if (!(await confirm())) return false;
    try {
      await client.put(CONFIG_PATH, { params, body: { ...config, permissions: rule.permissions } });
      note("wrote the rule to the config\n");
      return true;
    } catch (error) {
      if (!ProblemError.isInstance(error) || error.code !== "precondition_failed") throw error;
      note("Somebody else has changed the config meanwhile. Nothing was written. The rule is now:\n");
    }
  }
}

/** Asks the person at the terminal for the rule. */
export function alwaysAtTerminal(
  client: WorkspaceAgentClient,
  workspaceId: string,
  { prompt, output: { note } }: Pick<Context, "prompt" | "output">,
): AllowAlways {
  return async (request, signal) => {
    const proposed = proposedPattern(request);
    const typed = proposed === null ? "" : await prompt.ask(PATTERN_QUESTION, signal);
    if (signal?.aborted === true) return false;
    const confirm = async () => isYes(await prompt.ask("Write this rule and allow the call? [y/N] ", signal));
    try {
      return await writeRule(
        { client, workspaceId, note, confirm },
        request,
        typed === "" ? proposed : typed,
      );
    } catch (error) {
      note(`${failureText(error)}\n`);
      return false;
    }
  };
}
