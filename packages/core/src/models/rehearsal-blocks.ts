/** A fenced block as a call of a tool. */
export interface RehearsalBlock {
  readonly tool: "bash" | "write" | "task";
  readonly arguments: Readonly<Record<string, string>>;
}

const OPENING = /^ {0,3}(`{3,}|~{3,}(?!~))([^`]*)$/;

function toBlock(info: string, lines: readonly string[]): RehearsalBlock | null {
  const [language] = info.split(/\s/, 1);
  const isShell = language === "sh" || language === "bash";
  // A block that holds no command asks for nothing.
  if (isShell && lines.every((line) => line.trim() === "")) return null;
  if (isShell) return { tool: "bash", arguments: { command: lines.join("\n") } };
  if (language === "task") {
    const prompt = lines.join("\n");
    if (prompt.trim() === "") return null;
    const description = info.slice(language.length).trim() || "Do what the blocks say";
    return { tool: "task", arguments: { description, prompt } };
  }
  if (info.startsWith("file:") && info.length > 5) {
    return {
      tool: "write",
      arguments: { path: info.slice(5), content: lines.map((line) => `${line}\n`).join("") },
    };
  }
  return null;
}

/** The blocks of a text in their order: ```` ```sh ````, ```` ```file:<path> ```` and ```` ```task <description> ````, whose text is a subagent's prompt. Others are passed over; an unclosed one ends with the text. */
export function parseBlocks(text: string): RehearsalBlock[] {
  const blocks: RehearsalBlock[] = [];
  let fence: { readonly mark: string; readonly info: string; readonly lines: string[] } | null = null;
  const close = () => {
    const block = fence === null ? null : toBlock(fence.info, fence.lines);
    if (block !== null) blocks.push(block);
    fence = null;
  };
  for (const line of text.split(/\r?\n/)) {
    if (fence === null) {
      const opening = OPENING.exec(line);
      if (opening !== null) fence = { mark: opening[1] ?? "", info: (opening[2] ?? "").trim(), lines: [] };
    } else if (isClosing(line, fence.mark)) close();
    else fence.lines.push(line);
  }
  close();
  return blocks;
}

/** A closing fence is of the opening's character and at least as long (CommonMark 4.5). */
function isClosing(line: string, mark: string): boolean {
  const trimmed = line.trim();
  return (
    trimmed.length >= mark.length && trimmed === mark.charAt(0).repeat(trimmed.length) && !/^ {4}/.test(line)
  );
}
