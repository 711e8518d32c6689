const MARKER = Symbol.for("workspace-agent.archive-error");

/** `invalid_path`: an entry's name is no path of a volume. `invalid_archive`: anything else that is wrong with an archive. */
export type ArchiveErrorCode = "invalid_archive" | "invalid_path";

/** Why an archive is refused. It is identified by its `code`, never by its text; `detail` is written for whoever sent the archive. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
  readonly code: ArchiveErrorCode;
  readonly detail: string;

  constructor(code: ArchiveErrorCode, detail: string, options?: ErrorOptions) {
    super(`${code}: ${detail}`, options);
    this.code = code;
    this.detail = detail;
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** Whether a value is an archive error, even one of another copy of this package. */
  static isInstance(value: unknown): value is ArchiveError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
