import type { Errno } from "../messages.ts";

const TEXTS: Readonly<Record<Errno, string>> = {
  EEXIST: "file exists",
  EFBIG: "file too large",
  EINTR: "interrupted system call",
  EINVAL: "invalid argument",
  EIO: "input/output error",
  EISDIR: "illegal operation on a directory",
  ENOENT: "no such file or directory",
  ENOSPC: "no space left on device",
  ENOTDIR: "not a directory",
  ENOTEMPTY: "directory not empty",
  EPERM: "operation not permitted",
  EROFS: "read-only file system",
};

/** An error with the message of Node's file system, by whose beginning the interpreter's commands recognize it. */
export class FileError extends Error {
  readonly code: Errno;
  /** The message of bash: `/workspace/f: No space left on device`. */
  readonly asBash: string;

  constructor(errno: Errno, operation: string, path: string) {
    const text = TEXTS[errno];
    super(`${errno}: ${text}, ${operation} '${path}'`);
    this.code = errno;
    this.asBash = `${path}: ${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  }
}
