import { freezeDeep } from "../../runtime/freeze-deep.ts";

/**
 * A copy that nobody can change, so that it is returned without being copied again. It goes through JSON and
 * so keeps exactly what the SQL stores keep.
 */
export function frozenCopy<T extends object>(record: T): T {
  const copy = JSON.parse(JSON.stringify(record)) as T;
  freezeDeep(copy);
  return copy;
}
