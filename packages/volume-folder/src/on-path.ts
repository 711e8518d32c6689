import { checkFolderPath } from "./entries/temporary-names.ts";
import { withDomainErrors } from "./system-errors.ts";
import { BodyFailure } from "./writing/body.ts";

/** Checks a path before anything is touched. Throws system errors as domain errors, and the error of a body unchanged. */
export async function onPath<T>(path: string, work: (path: string) => Promise<T>): Promise<T> {
  try {
    return await withDomainErrors(() => work(checkFolderPath(path)));
  } catch (error) {
    throw error instanceof BodyFailure ? error.reason : error;
  }
}

/** As `onPath`. Cancels a body that was refused unread. */
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
