import type { AnswerRequest, PendingRequest, Schemas, WorkspaceAgentClient } from "@workspace-agent/client";
import { cleanText } from "./clean-text.ts";
import { CommandError } from "./exit-codes.ts";

interface OfSession {
  readonly id: string;
  readonly session_id: string;
}

/** The open request with this id; without one, the only one of this kind. */
export async function openRequest(
  client: WorkspaceAgentClient,
  path: OfSession,
  given: string | undefined,
  kinds: readonly PendingRequest["kind"][],
): Promise<PendingRequest> {
  const { pending_requests } = await client.get("/api/workspaces/{id}/sessions/{session_id}", {
    params: { path },
  });
  const open = pending_requests.filter(({ id, kind }) =>
    given === undefined ? kinds.includes(kind) : id === given,
  );
  const [found, ...others] = open;
  if (found === undefined)
    throw new CommandError(
      given === undefined
        ? `No ${kinds[0] ?? "request"} is open in this session.`
        : `The request ${given} is not open in this session: it was answered, it expired, or the id is wrong.`,
    );
  if (others.length > 0) {
    const listed = open.map(({ id, kind, prompt }) => `\n  ${id} ${kind}: ${cleanText(prompt)}`).join("");
    throw new CommandError(`${open.length} requests are open. Name one of them:${listed}`);
  }
  if (!kinds.includes(found.kind))
    throw new CommandError(
      `The request ${found.id} is of the kind ${found.kind}. Use another command for it.`,
    );
  return found;
}

/** Sends an answer. A decision applies only to what was shown. */
export async function answerRequest(
  client: WorkspaceAgentClient,
  path: OfSession,
  { id, subject_hash }: Pick<PendingRequest, "id" | "subject_hash">,
  answer: AnswerRequest,
): Promise<Schemas["ResolvedRequest"]> {
  const isBound = "decision" in answer && subject_hash !== undefined;
  return await client.post("/api/workspaces/{id}/sessions/{session_id}/requests/{request_id}", {
    params: { path: { ...path, request_id: id } },
    body: isBound ? { subject_hash, ...answer } : answer,
  });
}
