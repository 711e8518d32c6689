import { DomainError } from "@workspace-agent/core";

/** A row cannot be written, because it or what it belongs to is not there. */
export const noWorkspace = () => new DomainError("not_found", "There is no such workspace.");
export const noSession = () => new DomainError("not_found", "There is no such session.");
export const noMessage = () => new DomainError("not_found", "There is no such message.");
