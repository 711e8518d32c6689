import { DomainError, type FieldError } from "../../domain/errors/domain-error.ts";

/** A violation of the format: the file, or null for the folder, and a description that names the file. */
export interface SkillFault {
  readonly path: string | null;
  readonly detail: string;
}

const MOST_TOLD = 100;
const MOST_SHOWN = 120;

/** A text of a skill, shortened for a message. */
export function shown(text: string): string {
  return JSON.stringify(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text).toWellFormed();
}

const MOST_NOTED = 10;

/** Paths, shortened for a message. */
export function noted(paths: readonly string[]): string {
  const more = paths.length > MOST_NOTED ? ` and ${paths.length - MOST_NOTED} more` : "";
  return `${paths.slice(0, MOST_NOTED).map(shown).join(", ")}${more}`;
}

/** All violations as one error. `pointerOf` gives the position of a file in the request. */
export function skillError(
  faults: readonly SkillFault[],
  pointerOf: (path: string | null) => string,
): DomainError {
  const told = faults.slice(0, MOST_TOLD);
  const errors = told.map(({ path, detail }): FieldError => ({ pointer: pointerOf(path), detail }));
  const more = faults.length > told.length ? ` and ${faults.length - told.length} more` : "";
  const detail = `This is no skill: ${told.map((fault) => fault.detail).join("; ")}${more}.`;
  return new DomainError("invalid_request", detail, { errors });
}
