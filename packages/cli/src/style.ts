import { styleText } from "node:util";
import type { Context } from "./context.ts";

type Format = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Formats a text, or returns it as it is. */
export type Paint = (format: Format, text: string) => string;

/** See https://no-color.org: any value that is not empty turns colour off. */
function allowsColour(env: Context["env"]): boolean {
  return (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}

const PLAIN: Paint = (_format, text) => text;
const COLOURED: Paint = (format, text) => styleText(format, text, { validateStream: false });

/** How standard output is formatted. */
export function paintOut({ env, output }: Pick<Context, "env" | "output">): Paint {
  return output.isTerminal && allowsColour(env) ? COLOURED : PLAIN;
}

/** How standard error is formatted. */
export function paintNotes({ env, output }: Pick<Context, "env" | "output">): Paint {
  return output.canRedraw && allowsColour(env) ? COLOURED : PLAIN;
}
