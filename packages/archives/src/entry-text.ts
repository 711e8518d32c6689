import { refusedEntry, refusedName } from "./refusals.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The name of an entry; throws `invalid_path` unless it is UTF-8. */
export function decodeName(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw refusedName(new TextDecoder().decode(bytes), "The name is not UTF-8.");
  }
}

/** The target of an entry that is a link; throws `invalid_archive` unless it is UTF-8. */
export function decodeTarget(name: string, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw refusedEntry(name, "is a link to a name that is not UTF-8", error);
  }
}
