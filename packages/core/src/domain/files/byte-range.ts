import { DomainError } from "../errors/domain-error.ts";

/**
 * The bytes of a read, from `start` up to `stop` (exclusive). An end beyond the file is reduced; a start beyond its last
 * byte, or after the end, is `range_not_satisfiable`. An empty file without a range has no bytes.
 */
export function byteRange(
  { start = 0, end }: { readonly start?: number; readonly end?: number },
  size: number,
): { readonly start: number; readonly stop: number } {
  if (start === 0 && end === undefined) return { start: 0, stop: size };
  const last = Math.min(end ?? size - 1, size - 1);
  if (!(start >= 0 && start <= last && Number.isSafeInteger(start) && Number.isSafeInteger(last))) {
    throw new DomainError("range_not_satisfiable", `The file has ${size} bytes.`, { extra: { size } });
  }
  return { start, stop: last + 1 };
}
