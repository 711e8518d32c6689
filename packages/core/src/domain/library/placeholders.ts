import { DomainError, type FieldError } from "../errors/domain-error.ts";
import { toPointer } from "../errors/pointer.ts";
import { RESERVED } from "../validation/reserved-name.ts";

/** `{{name}}`, with optional blanks. Other braces are text. */
const PLACEHOLDER = /\{\{[ \t]*([\p{L}\p{N}_][\p{L}\p{N}_.-]{0,127})[ \t]*\}\}/gu;

/** The pieces of text and the placeholder names of a prompt, in order. */
function* piecesOf(content: string): Generator<{ readonly text: string } | { readonly name: string }, void> {
  let end = 0;
  for (const match of content.matchAll(PLACEHOLDER)) {
    const [whole, name = ""] = match;
    if (RESERVED.has(name)) continue;
    yield { text: content.slice(end, match.index) };
    yield { name };
    end = match.index + whole.length;
  }
  yield { text: content.slice(end) };
}

/** The distinct placeholder names of a prompt, in the order of their first occurrence. */
export function placeholdersOf(content: string): string[] {
  const names = new Set<string>();
  for (const piece of piecesOf(content)) if ("name" in piece) names.add(piece.name);
  return [...names];
}

/**
 * Replaces the placeholders of a prompt. Values are inserted unchanged, even if they contain braces. Throws `invalid_request` with a
 * pointer to each missing or unknown argument, and `payload_too_large` above `maxLength` UTF-16 units, before it builds the text.
 */
export function fillPrompt(
  content: string,
  values: Readonly<Record<string, string>>,
  maxLength: number,
): string {
  const names = placeholdersOf(content);
  checkNames(names, values);
  const parts: string[] = [];
  let length = 0;
  for (const piece of piecesOf(content)) {
    const part = "text" in piece ? piece.text : (values[piece.name] ?? "");
    length += part.length;
    if (length > maxLength)
      throw new DomainError("payload_too_large", `The filled prompt is longer than ${maxLength} bytes.`);
    parts.push(part);
  }
  return parts.join("");
}

function checkNames(names: readonly string[], values: Readonly<Record<string, string>>): void {
  const known = new Set(names);
  const error = (name: string, detail: string): FieldError => ({
    pointer: toPointer(["prompt", "arguments", name]),
    detail,
  });
  const missing = names.filter((name) => !Object.hasOwn(values, name));
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  if (missing.length + unknown.length === 0) return;
  throw new DomainError("invalid_request", "The arguments are not those of the prompt.", {
    errors: [
      ...missing.map((name) => error(name, "is required")),
      ...unknown.map((name) => error(name, "is not an argument of the prompt")),
    ].slice(0, 32),
  });
}
