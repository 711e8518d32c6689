import type { Caller } from "./caller.ts";
import type { SessionPath } from "./event-reader.ts";

const STEPS = 10;
/** Enough that each instance has some: one instance works in a workspace at a time. */
const WORKSPACES = 18;

export const lineOf = (step: number) => `step ${step}`;
export const fileOf = (session: string) => `${session}.txt`;

/** Each step writes a line into the session's file. */
export function linesInFiles(session: string, step: number): string | null {
  return step > STEPS ? null : `echo ${lineOf(step)} >> ${fileOf(session)}`;
}
export const ALL_LINES: readonly string[] = Array.from({ length: STEPS }, (_, index) => lineOf(index + 1));

export interface Accepted extends SessionPath {
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly turnId: string;
}

export async function makeWorkspace(caller: Caller, name: string): Promise<string> {
  const { id } = await caller.call<{ id: string }>("POST", "/api/workspaces", { name }, `workspace ${name}`);
  return id;
}

/** Starts a session, or continues one. */
export async function handOver(
  caller: Caller,
  workspaceId: string,
  key: string,
  session?: string,
): Promise<Accepted> {
  const { session_id, turn_id } = await caller.call<{ session_id: string; turn_id: string }>(
    "POST",
    `/api/workspaces/${workspaceId}/chat`,
    {
      message: `This is session ${key}.`,
      mode: "async",
      ...(session !== undefined && { session_id: session }),
    },
    `chat ${key}`,
  );
  const path = `/api/workspaces/${workspaceId}/sessions/${session_id}`;
  return { key, path, workspaceId, sessionId: session_id, turnId: turn_id };
}

export interface OpeningOptions {
  readonly count: number;
  readonly onAccepted: (accepted: Accepted) => void;
  /** Resolves when the session of that number, from 0, may be opened. */
  readonly turnOf: (number: number) => Promise<void>;
}

/** Starts sessions in a few workspaces, some at once, each exactly once; reports each as soon as it is accepted. */
export async function openSessions(
  caller: Caller,
  { count, onAccepted, turnOf }: OpeningOptions,
): Promise<void> {
  const workspaces: string[] = [];
  for (let index = 0; index < WORKSPACES; index++)
    workspaces.push(await makeWorkspace(caller, `workspace ${index}`));
  let opened = 0;
  const open = async () => {
    while (opened < count) {
      const number = opened++;
      await turnOf(number);
      const workspaceId = workspaces[number % workspaces.length] ?? "";
      onAccepted(await handOver(caller, workspaceId, `s${number}`));
    }
  };
  await Promise.all(Array.from({ length: 8 }, open));
}
