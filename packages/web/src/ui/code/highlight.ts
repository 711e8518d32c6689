import { LanguageDescription } from "@codemirror/language";
import { languages } from "@codemirror/language-data";
import { highlightCode, tagHighlighter, tags } from "@lezer/highlight";

export type TokenKind = "keyword" | "string" | "number" | "comment" | "name" | "type" | "heading";

export interface Token {
  readonly text: string;
  /** Null for text without a colour. */
  readonly kind: TokenKind | null;
}

const HIGHLIGHTER = tagHighlighter([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], class: "keyword" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], class: "string" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: "number" },
  { tag: [tags.comment, tags.meta], class: "comment" },
  { tag: [tags.propertyName, tags.attributeName, tags.labelName], class: "name" },
  { tag: [tags.function(tags.variableName), tags.definition(tags.variableName)], class: "name" },
  { tag: [tags.typeName, tags.className, tags.tagName, tags.namespace], class: "type" },
  { tag: tags.heading, class: "heading" },
]);

/** By the name of the language, an alias of it, or a file name. */
function find(language: string): LanguageDescription | null {
  return (
    LanguageDescription.matchLanguageName(languages, language, false) ??
    LanguageDescription.matchFilename(languages, language.slice(language.lastIndexOf("/") + 1))
  );
}

/** The tokens of code; null if the language is not known. */
export async function highlight(code: string, language: string): Promise<readonly Token[] | null> {
  const support = await find(language)?.load();
  if (support === undefined) return null;
  const tokens: Token[] = [];
  highlightCode(
    code,
    support.language.parser.parse(code),
    HIGHLIGHTER,
    (text, classes) => {
      // The last class is the most specific one.
      const kind = classes.split(" ").at(-1) ?? "";
      tokens.push({ text, kind: kind === "" ? null : (kind as TokenKind) });
    },
    () => tokens.push({ text: "\n", kind: null }),
  );
  return tokens;
}
