import { StreamRedactor } from "../../redaction/stream-redactor.ts";
import type { ToolContext } from "../tool.ts";

/** Takes secrets out of a text that a tool is about to cut: a piece of one would no longer be known for what it is. */
export function redactorOf({ streamRedactor }: ToolContext): (text: string) => string {
  return (text) => (streamRedactor?.() ?? new StreamRedactor()).whole(text);
}
