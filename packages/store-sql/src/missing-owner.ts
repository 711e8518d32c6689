import { DomainError } from "@workspace-agent/core";

/** A row cannot be written, because what it belongs to is not there. */
export const noWorkspace = () => new DomainError("not_found", "There is no such workspace.");
export const noSession = () => new DomainError("not_found", "There is no such session.");
