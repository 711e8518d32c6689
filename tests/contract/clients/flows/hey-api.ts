import {
  chat,
  createWorkspace,
  deleteWorkspace,
  getTurn,
  getWorkspace,
  listMessages,
  readWorkspaceFile,
  writeWorkspaceFile,
} from "./generated/index.ts";
import { createClient } from "./generated/client/index.ts";

/** A CI job with the client that `@hey-api/openapi-ts` generates. */
export async function runFlow(baseUrl: string, token: string) {
  const client = createClient({ baseUrl, auth: token });

  const create = async () =>
    await createWorkspace({
      client,
      headers: { "Idempotency-Key": "hey-api-1" },
      body: { name: "by hey-api", labels: { from: "ci" } },
    });
  const created = await create();
  if (created.data === undefined) throw new Error(created.error?.code);
  const repeated = await create();
  const path = { id: created.data.id };

  const written = await writeWorkspaceFile({
    client,
    path,
    query: { path: "src/notes.txt" },
    body: new Blob(["one line\n"]),
  });
  if (written.data === undefined) throw new Error(written.error?.code);

  const accepted = await chat({
    client,
    path,
    headers: { "Idempotency-Key": "hey-api-2" },
    body: { message: "Say so.", mode: "async" },
  });
  if (accepted.data === undefined) throw new Error(accepted.error?.code);
  const { session_id, turn_id } = accepted.data;

  let status: string = accepted.data.status;
  while (status === "queued" || status === "running") {
    const turn = await getTurn({ client, path: { ...path, session_id, turn_id }, query: { wait: 60 } });
    if (turn.data === undefined) throw new Error(turn.error?.code);
    status = turn.data.status;
  }

  const messages = await listMessages({ client, path, query: { session_id } });
  if (messages.data === undefined) throw new Error(messages.error?.code);
  const file = await readWorkspaceFile({ client, path, query: { path: "src/notes.txt" }, parseAs: "blob" });
  if (file.data === undefined) throw new Error(file.error?.code);
  const deleted = await deleteWorkspace({ client, path });
  const gone = await getWorkspace({ client, path });

  return {
    repeatedId: repeated.data?.id === created.data.id,
    size: written.data.size,
    status,
    contents: messages.data.map(({ role, content }) => `${role}: ${content}`),
    file: await file.data.text(),
    deleted: deleted.response?.status,
    gone: gone.error?.code,
  };
}
