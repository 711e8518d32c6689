import type { ContentPart } from "@workspace-agent/core/schemas";
import type { Message } from "@workspace-agent/core";

const SPEAKERS = { user: "User", assistant: "Agent", tool: "Tool" } as const satisfies Record<
  Message["role"],
  string
>;

/** A fence with more backticks than any run in the text. */
function fenceFor(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? [];
  return "`".repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), least));
}

function fenced(text: string, language = ""): string {
  const fence = fenceFor(text, 3);
  return `${fence}${language}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
}

/** A name as inline code. Models choose names, so they can contain anything. */
function code(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const fence = fenceFor(line, 1);
  return `${fence} ${line} ${fence}`;
}

/** A block quote: the text cannot add headings, fences or other markup outside of it. */
function quoted(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

function toBlock(part: ContentPart): string {
  switch (part.type) {
    case "text":
      return part.text.trim() === "" ? "" : quoted(part.text);
    case "reasoning":
      return part.text.trim() === "" ? "" : `*Reasoning*\n\n${quoted(part.text)}`;
    case "image":
      return `*Image* ${code(part.media_type)}`;
    case "attachment":
      return `*Attached* ${code(part.path)}`;
    case "tool_call":
      return `*Call of* ${code(part.name)}\n\n${fenced(part.arguments, "json")}`;
    case "tool_result": {
      const notes = [...(part.is_error ? ["failed"] : []), ...(part.truncated ? ["shortened"] : [])];
      const note = notes.length === 0 ? "" : ` (${notes.join(", ")})`;
      return `*Result of* ${code(part.name)}${note}\n\n${fenced(part.output)}`;
    }
  }
}

/** A message as Markdown: author, time and parts, with tool calls and results in fences. */
export function messageToMarkdown({ role, created_at, parts }: Message): string {
  const blocks = parts.map(toBlock).filter((block) => block !== "");
  return [`## ${SPEAKERS[role]}, ${created_at}`, ...blocks].map((block) => `${block}\n\n`).join("");
}

/** A transcript as Markdown, batch by batch. */
export async function* transcriptToMarkdown(
  sessionId: string,
  batches: AsyncIterable<readonly Message[]>,
): AsyncGenerator<string, void> {
  yield `# Session ${sessionId}\n\n`;
  for await (const batch of batches) yield batch.map(messageToMarkdown).join("");
}
