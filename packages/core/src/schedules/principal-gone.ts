import { DomainError } from "../domain/errors/domain-error.ts";

export const principalGone = () =>
  new DomainError(
    "not_allowed",
    "The token of whoever made the schedule was revoked or has expired. Change its `turn` to run it as yourself.",
  );
