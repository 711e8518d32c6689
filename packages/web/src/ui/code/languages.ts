import { LanguageDescription } from "@codemirror/language";
import { languages } from "@codemirror/language-data";
import type { Extension } from "@codemirror/state";

/** The language of a file by its name; none for plain text. */
export async function loadLanguage(path: string): Promise<Extension> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  try {
    return (await LanguageDescription.matchFilename(languages, name)?.load()) ?? [];
  } catch {
    return [];
  }
}
