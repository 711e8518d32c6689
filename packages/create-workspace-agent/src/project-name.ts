import { basename } from "node:path";
import { ProjectError } from "./project-error.ts";

/** npm's limit. */
const MOST_CHARACTERS = 214;
const RESERVED = ["node_modules", "favicon.ico"];

/** The name of the package in a folder: that of the folder. Rejects what npm would. */
export function projectName(folder: string): string {
  const name = basename(folder);
  if (/^[a-z0-9][a-z0-9._-]*$/.test(name) && name.length <= MOST_CHARACTERS && !RESERVED.includes(name))
    return name;
  throw new ProjectError(
    `The folder's name "${name}" cannot be the name of a package. Choose one of lower-case letters, digits, "-", "_" and ".", ` +
      `of at most ${MOST_CHARACTERS} characters, that begins with a letter or a digit.`,
  );
}
