import { StreamRedactor } from "../../redaction/stream-redactor.ts";
import type { ToolContext } from "../tool.ts";

/** Redacts secrets in a text that a tool is about to cut. Afterwards a part of a secret would not be recognized. */
export function redactorOf({ streamRedactor }: ToolContext): (text: string) => string {
  return (text) => (streamRedactor?.() ?? new StreamRedactor()).whole(text);
}
