import { canonicalJson, isSameJson } from "../../runtime/canonical-json.ts";
import { sha256, sha256OfBytes } from "../../runtime/hash.ts";
import type { CallRequest } from "../../domain/sessions/call-requests.ts";
import type { ReplacedFile, RequestSubject } from "../../domain/sessions/request.ts";
import { WORKSPACE_MOUNT } from "../../workspaces/workspace-environment.ts";
import type { AgentFiles } from "../agent-files.ts";
import { areSame } from "../../domain/workspaces/permissions.ts";
import type { Tool } from "../tool.ts";
import { MAX_FILE_BYTES } from "../tools/touched-file.ts";

/** The longest arguments that a person is asked about, in UTF-16 units. They are never cut. */
export const MAX_SUBJECT_CHARACTERS = 100_000;

/** The parts of a call that an approval is about. */
interface AskedCall {
  readonly tool: Tool;
  readonly args: unknown;
  /** The arguments as the model wrote them. */
  readonly written: string;
}

/** What an approval is bound to: the SHA-256, in hexadecimal, of the canonical JSON of the tool, its arguments and the subject. */
export function subjectHash({ tool, written }: AskedCall, subject: RequestSubject): string {
  return sha256(canonicalJson({ tool: tool.name, arguments: written, subject }));
}

/** The current state of the file that a call would replace, or undefined if it replaces none. Throws what reading the file throws. */
export async function replacedFile(
  { tool, args }: AskedCall,
  directory: string,
  files: () => Promise<AgentFiles>,
  signal: AbortSignal,
): Promise<ReplacedFile | undefined> {
  const path = tool.replaces?.(args, directory);
  if (path === undefined) return undefined;
  const found = await (await files()).read(path, MAX_FILE_BYTES, signal);
  if (found.type !== "file") return { path, replaces: null };
  return { path, replaces: { size: found.bytes.length, sha256: await sha256OfBytes(found.bytes) } };
}

/** Whether the request was about what the call would do in this directory. Does not compare the content of a file. */
export function isAskedAbout(
  call: AskedCall,
  directory: string,
  { request, directory: askedIn }: CallRequest,
): boolean {
  const { subject, subject_hash } = request;
  // The request is from a version that did not bind approvals.
  if (subject === undefined) {
    const { tool, args } = call;
    return areSame(tool.subjects(args, directory), tool.subjects(args, askedIn ?? WORKSPACE_MOUNT));
  }
  return subjectHash(call, { ...subject, working_directory: directory }) === subject_hash;
}

/** Whether the file is still the one that a person was shown. */
export function isUnchanged(shown: RequestSubject | undefined, file: ReplacedFile | undefined): boolean {
  return shown === undefined || isSameJson(shown.file, file);
}
