import type { Message } from "@workspace-agent/client";
import type { Command } from "commander";
import { cleanText, jsonLine } from "../clean-text.ts";
import { inWorkspace, withJson, withWorkspace, type WorkspaceFlag } from "../command-options.ts";
import type { Context } from "../context.ts";
import { toolLine } from "../tool-line.ts";

const EXAMPLES = `
Examples:
  workspace-agent transcript ses_01k… --workspace notes > transcript.md
  workspace-agent transcript ses_01k… --workspace notes --json | jq -r 'select(.role == "assistant").content'
  workspace-agent transcript ses_01k… --workspace notes --rewound     # with what was taken back`;

const TRANSCRIPT = "/api/workspaces/{id}/sessions/{session_id}/transcript";

interface TranscriptFlags extends WorkspaceFlag {
  readonly rewound?: true;
}

/** A message for people: its text, and a line for each call. */
function textOf({ role, parts, content }: Message): string {
  const calls = parts.flatMap((part) =>
    part.type === "tool_call" ? [toolLine(part.name, part.arguments)] : [],
  );
  return [`${role}:`, ...(content === "" ? [] : [content]), ...calls]
    .map((line) => `${cleanText(line)}\n`)
    .join("");
}

export function addTranscript(program: Command, context: Context): void {
  const { out, isTerminal } = context.output;
  withJson(withWorkspace(program.command("transcript")))
    .summary("write the transcript of a session")
    .description("Write the transcript of a session as Markdown, or with --json one message per line.")
    .argument("<session>")
    .option("--rewound", "with the messages that a rewind took back")
    .addHelpText("after", EXAMPLES)
    .action(async (session_id: string, flags: TranscriptFlags) => {
      const { json, rewound } = flags;
      const { client, id } = await inWorkspace(context, flags);
      if (rewound !== undefined) {
        const query = { session_id, include: "rewound", limit: 200 } as const;
        const messages = client.list("/api/workspaces/{id}/messages", { params: { path: { id }, query } });
        for await (const message of messages)
          out(json === undefined ? `${textOf(message)}\n` : jsonLine(message));
        return;
      }
      const accept = json === undefined ? "text/markdown" : "application/x-ndjson";
      const { response } = await client.api.GET(TRANSCRIPT, {
        params: { path: { id, session_id } },
        headers: { accept },
        parseAs: "stream",
      });
      if (isTerminal) {
        out(cleanText(await response.text()));
        return;
      }
      // A file or a pipe gets each byte, as it arrives.
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) out(decoder.decode(chunk, { stream: true }));
      out(decoder.decode());
    });
}
