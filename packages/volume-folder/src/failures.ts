import { DomainError } from "@workspace-agent/core";

export const notFound = () => new DomainError("not_found", "There is nothing at that path.");
export const isLink = () => new DomainError("invalid_path", "The path leads through a symbolic link.");
export const isSpecial = () => new DomainError("invalid_path", "The path is neither a file nor a directory.");
export const isDirectory = () => new DomainError("invalid_path", "The path is a directory.");
export const isRoot = () => new DomainError("invalid_path", "The path is the root of the volume.");
export const noDirectory = () => new DomainError("invalid_path", "The path is not a directory.");
export const fileInTheWay = () => new DomainError("already_exists", "A file is in the way.");
export const volumeFull = () => new DomainError("quota_exceeded", "The volume is full.");
export const otherFile = () =>
  new DomainError("precondition_failed", "The file is not the version that the condition names.");
export const directoryInTheWay = () => new DomainError("already_exists", "A directory is at that path.");
