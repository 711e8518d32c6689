import type { WireAnswer } from "./send.ts";

type Make = (
  ask: (method: string, path: string, json?: unknown) => Promise<unknown>,
  number: number,
  bound: Readonly<Record<string, string>>,
) => Promise<unknown>;

const WORKSPACE = "/api/workspaces/{id}";
/** The requests of a session: listed in the session itself. */
export const REQUESTS = `${WORKSPACE}/sessions/{session_id}/requests`;
/** The images of a session: listed in its messages. */
export const IMAGES = `${WORKSPACE}/sessions/{session_id}/images`;
/** The queued turns of a session: those of its turns that have not started. */
export const QUEUED = `${WORKSPACE}/sessions/{session_id}/turns/queued`;
const SEEN = { message: "Look.", mode: "sync", images: [{ data: "R0lGODlh", media_type: "image/gif" }] };
/** A message at which the model calls a tool. */
export const ASK_ME = "Write a file.";

async function makeFiles(ask: Parameters<Make>[0], files: string): Promise<void> {
  for (const path of ["a.txt", "src%2Fmain.ts"]) await ask("PUT", `${files}?path=${path}`, "kept");
}

/** Creates the first member of a collection. The operations themselves fill other lists. */
export const MAKERS: Readonly<Record<string, Make>> = {
  "/api/workspaces": async (ask, number) => await ask("POST", "/api/workspaces", { name: `made ${number}` }),
  [`${WORKSPACE}/sessions`]: async (ask) => await ask("POST", `${WORKSPACE}/chat`, SEEN),
  [REQUESTS]: async (ask, _, { session_id }) => {
    await ask("PUT", `${WORKSPACE}/config`, { permissions: { write: "ask" } });
    await ask("POST", `${WORKSPACE}/chat`, { message: ASK_ME, mode: "sync", session_id });
  },
  [QUEUED]: async (ask, _, { session_id }) => {
    await ask("PUT", `${WORKSPACE}/config`, { permissions: { write: "ask" } });
    for (const message of [ASK_ME, "Say so."])
      await ask("POST", `${WORKSPACE}/chat`, { message, mode: "async", session_id });
  },
  [IMAGES]: async (ask, _, { session_id }) => {
    const { text } = (await ask("GET", `${WORKSPACE}/sessions/${session_id}`)) as WireAnswer;
    // If a session waits for people, a message stays in its queue.
    if (text.includes('"status":"idle"')) await ask("POST", `${WORKSPACE}/chat`, { ...SEEN, session_id });
  },
  [`${WORKSPACE}/agent/dirs?recursive=true`]: async (ask) => await makeFiles(ask, `${WORKSPACE}/agent/files`),
  [`${WORKSPACE}/agent/afs-dirs?recursive=true`]: async (ask) =>
    await makeFiles(ask, `${WORKSPACE}/agent/afs-files`),
  "/api/webhooks": async (ask) =>
    await ask("POST", "/api/webhooks", { url: "https://hooks.example.com/made" }),
  "/api/webhooks/{id}/deliveries": async (ask, number) => {
    await ask("PATCH", "/api/webhooks/{id}", { enabled: true, events: ["turn.ended"], workspace_ids: null });
    const made = await ask("POST", "/api/workspaces", { name: `of a delivery ${number}` });
    const { id } = JSON.parse((made as WireAnswer).text) as { readonly id: string };
    await ask("POST", `/api/workspaces/${id}/chat`, { message: "Say so.", mode: "sync" });
  },
  [`${WORKSPACE}/schedules`]: async (ask, number) =>
    await ask("POST", `${WORKSPACE}/schedules`, {
      name: `made ${number}`,
      // More than a year: however much time a request takes, nothing runs by itself.
      cron: "*/600000 * * * *",
      turn: { message: "Say so." },
    }),
  [`${WORKSPACE}/snapshots`]: async (ask) => {
    await makeFiles(ask, `${WORKSPACE}/agent/files`);
    await ask("POST", `${WORKSPACE}/snapshots`, { label: "made" });
  },
  "/api/batches": async (ask, number) => {
    const items = [{ key: `made ${number}`, message: "Say so." }];
    const { text } = (await ask("POST", "/api/batches", { items })) as WireAnswer;
    const { id } = JSON.parse(text) as { readonly id: string };
    await ask("GET", `/api/batches/${id}?wait=60`);
  },
  "/api/service-tokens": async (ask, number) =>
    await ask("POST", "/api/service-tokens", { name: `made ${number}` }),
  "/api/prompts": async (ask, number) =>
    await ask("POST", "/api/prompts", {
      name: `made-${number}`,
      content: number % 2 === 0 ? "Do it." : "Do {{thing}}.",
    }),
  "/api/templates": async (ask, number) =>
    await ask("POST", "/api/templates", { name: `made-${number}`, config: {} }),
  "/api/skills": async (ask, number) =>
    await ask("POST", "/api/skills", {
      files: [
        { path: "SKILL.md", content: `---\nname: made-${number}\ndescription: Says how.\n---\nDo it.\n` },
      ],
    }),
};
