import { checkFolderPath } from "./entries/kept-names.ts";
import { toDomainError } from "./system-errors.ts";
import { BodyFailure } from "./writing/body.ts";

/** What a failed operation is thrown on as: the body's own failure untouched, system errors as domain errors. */
function failureOf(error: unknown): unknown {
  return error instanceof BodyFailure ? error.reason : toDomainError(error);
}

/** A path is checked before anything is touched, and no system error leaves with a path of the host. */
export async function onPath<T>(path: string, work: (path: string) => Promise<T>): Promise<T> {
  try {
    return await work(checkFolderPath(path));
  } catch (error) {
    throw failureOf(error);
  }
}

/** The same for what takes a body, which is cancelled where it is refused unread. */
export async function onPathWithBody<T>(
  path: string,
  body: Uint8Array | ReadableStream<Uint8Array>,
  work: (path: string) => Promise<T>,
): Promise<T> {
  try {
    return await onPath(path, work);
  } catch (error) {
    if (body instanceof ReadableStream && !body.locked) await body.cancel(error).catch(() => {});
    throw error;
  }
}
