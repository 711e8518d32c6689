import { exactText, type PendingRequest } from "@workspace-agent/client";

/** Paths can contain line breaks, which must not start a new line of the output. */
const oneLine = (text: string) => exactText(text).replaceAll("\n", "⟦U+000A⟧");

const FOR_PEOPLE: readonly string[] = ["approval", "question"];

/** Whether a person answers, and not the program that gave the tool. */
export const isForPeople = ({ kind }: Pick<PendingRequest, "kind">): boolean => FOR_PEOPLE.includes(kind);

export interface RequestView {
  readonly headline: string;
  /** Not to be shortened. */
  readonly lines: readonly string[];
}

/** Everything that an approval applies to; invisible characters are named. */
export function requestView({ kind, tool, prompt, arguments: given, subject }: PendingRequest): RequestView {
  if (kind !== "approval") return { headline: `? ${kind}: ${prompt}`, lines: [] };
  const lines = [exactText(`arguments: ${given}`)];
  if (subject !== undefined) lines.push(oneLine(`working directory: ${subject.working_directory}`));
  if (subject?.file !== undefined) {
    const { path, replaces } = subject.file;
    lines.push(
      oneLine(`file: ${path} (${replaces === null ? "new" : `in place of ${replaces.size} bytes`})`),
    );
  }
  return { headline: `? ${kind}: may ${tool} run exactly this?`, lines };
}

/** The command that answers a request later. */
export function answerHint(
  workspaceId: string,
  sessionId: string,
  { id, kind }: Pick<PendingRequest, "id" | "kind">,
): string {
  const command = kind === "approval" ? "approve" : "answer";
  return `To answer it: workspace-agent ${command} ${sessionId} ${id} -w ${workspaceId}`;
}
