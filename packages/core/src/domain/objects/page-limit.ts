import { DomainError } from "../errors/domain-error.ts";

/** What S3 gives at once. */
const MOST = 1_000;

/** The most objects of a page. Throws `invalid_request` for a number that is not within 1 and 1,000. */
export function pageLimit(limit: number = MOST): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST) return limit;
  throw new DomainError("invalid_request", `A page has 1 to ${MOST} objects, not ${limit}.`);
}
