import { DomainError, type FieldError } from "../../domain/errors/domain-error.ts";
import { toPointer } from "../../domain/errors/pointer.ts";
import { checkVolumePath } from "../../domain/files/path.ts";
import { bytesOf, fileOf } from "../../domain/library/file-bytes.ts";
import type { LibraryFile } from "../../domain/library/library-file.ts";
import { MAX_TEMPLATE_BYTES } from "../../domain/library/template.ts";

const MOST_ERRORS = 32;

/** A normalised path, or the problem with it. */
function pathOrFault(path: string): { readonly path: string } | { readonly fault: string } {
  try {
    return { path: checkVolumePath(path) };
  } catch (error) {
    if (!DomainError.isInstance(error)) throw error;
    return { fault: error.detail };
  }
}

/** Every folder above a path. */
function* foldersOf(path: string): Generator<string, void> {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) yield path.slice(0, end);
}

/** Rejects paths that are invalid, duplicates, or folders of others. */
function checkedPaths(files: readonly LibraryFile[]): readonly string[] {
  const errors: FieldError[] = [];
  const refuse = (index: number, member: string, detail: string) =>
    errors.push({ pointer: toPointer(["files", index, member]), detail });
  const paths: string[] = [];
  const seen = new Set<string>();
  for (const [index, file] of files.entries()) {
    const checked = pathOrFault(file.path);
    if ("fault" in checked) refuse(index, "path", checked.fault);
    else if (seen.has(checked.path)) refuse(index, "path", "is the path of another file too");
    else seen.add(checked.path);
    if ("content" in file && !file.content.isWellFormed())
      refuse(index, "content", "must be well-formed Unicode; other bytes go into content_base64");
    paths.push("path" in checked ? checked.path : "");
  }
  const folders = new Set([...seen].flatMap((path) => [...foldersOf(path)]));
  for (const [index, path] of paths.entries())
    if (folders.has(path)) refuse(index, "path", "is a folder of another file");
  const [first] = errors;
  if (first === undefined) return paths;
  throw new DomainError("invalid_request", `The field ${first.pointer}: ${first.detail}`, {
    errors: errors.slice(0, MOST_ERRORS),
  });
}

/** The files of a template as they are stored: ordered by path, each in the canonical form of its bytes. */
export function canonicalFiles(files: readonly LibraryFile[]): readonly LibraryFile[] {
  const paths = checkedPaths(files);
  let size = 0;
  const kept = files.map((file, index) => {
    const bytes = bytesOf(file);
    size += bytes.length;
    if (size > MAX_TEMPLATE_BYTES) throw tooLarge();
    return fileOf(paths[index] ?? "", bytes, file.executable === true);
  });
  return kept.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function tooLarge(): DomainError {
  const detail = `The files of a template hold at most ${MAX_TEMPLATE_BYTES} bytes.`;
  return new DomainError("payload_too_large", detail, { errors: [{ pointer: "#/files", detail }] });
}
