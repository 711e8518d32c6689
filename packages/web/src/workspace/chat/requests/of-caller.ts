import type { PendingRequest } from "@workspace-agent/client";

const FOR_PEOPLE: readonly string[] = ["approval", "question"];

/** Whether the program that gave the tool has to answer, and no person. */
export const isOfCaller = ({ kind }: PendingRequest) => !FOR_PEOPLE.includes(kind);
