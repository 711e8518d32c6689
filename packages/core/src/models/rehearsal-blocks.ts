/** A fenced block as a call of a tool. */
export interface RehearsalBlock {
  readonly tool: "bash" | "write" | "task";
  readonly arguments: Readonly<Record<string, string>>;
}

const KNOWN = /^(?:(?:sh|bash|task)(?:\s|$)|file:.)/;
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

interface Fence {
  readonly info: string;
  readonly lines: readonly string[];
}

/** The fenced blocks of a text in their order. An unclosed one ends with the text. */
function* fencesOf(text: string): Generator<Fence> {
  let fence: (Fence & { readonly mark: string; readonly lines: string[] }) | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (fence === null) {
      const opening = OPENING.exec(line);
      if (opening !== null) fence = { mark: opening[1] ?? "", info: (opening[2] ?? "").trim(), lines: [] };
    } else if (isClosing(line, fence.mark)) {
      yield fence;
      fence = null;
    } else fence.lines.push(line);
  }
  if (fence !== null) yield fence;
}

/** The blocks of a text that ask for something: ```` ```sh ````, ```` ```file:<path> ```` and ```` ```task <description> ````, whose text is a subagent's prompt. */
export function parseBlocks(text: string): RehearsalBlock[] {
  return [...fencesOf(text)].flatMap(({ info, lines }) => toBlock(info, lines) ?? []);
}

/** What the blocks of a text that ask for something else begin with. One that says nothing is text. */
export function unknownBlocks(text: string): string[] {
  return [...fencesOf(text)].flatMap(({ info }) => (info === "" || KNOWN.test(info) ? [] : [info]));
}

/** A closing fence is of the opening's character and at least as long (CommonMark 4.5). */
function isClosing(line: string, mark: string): boolean {
  const trimmed = line.trim();
  return (
    trimmed.length >= mark.length && trimmed === mark.charAt(0).repeat(trimmed.length) && !/^ {4}/.test(line)
  );
}
