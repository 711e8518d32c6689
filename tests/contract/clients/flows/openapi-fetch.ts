import createClient from "openapi-fetch";
import type { paths } from "./generated.ts";

/** A CI job with `openapi-fetch` and the types of `openapi-typescript`. */
export async function runFlow(baseUrl: string, token: string) {
  const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

  const create = async () =>
    await api.POST("/api/workspaces", {
      params: { header: { "Idempotency-Key": "openapi-fetch-1" } },
      body: { name: "by openapi-fetch", labels: { from: "ci" } },
    });
  const created = await create();
  if (created.error !== undefined) throw new Error(created.error.code);
  const repeated = await create();
  const path = { id: created.data.id };

  const written = await api.PUT("/api/workspaces/{id}/agent/files", {
    params: { path, query: { path: "src/notes.txt" } },
    headers: { "content-type": "application/octet-stream" },
    body: "one line\n",
    bodySerializer: (body) => body,
  });
  if (written.error !== undefined) throw new Error(written.error.code);

  const accepted = await api.POST("/api/workspaces/{id}/chat", {
    params: { path, header: { "Idempotency-Key": "openapi-fetch-2" } },
    body: { message: "Say so.", mode: "async" },
  });
  if (accepted.error !== undefined) throw new Error(accepted.error.code);
  // The call returns events if they are requested.
  if (!("status" in accepted.data)) throw new Error("These are events.");
  const { session_id, turn_id } = accepted.data;

  let status: string = accepted.data.status;
  while (status === "queued" || status === "running") {
    const turn = await api.GET("/api/workspaces/{id}/sessions/{session_id}/turns/{turn_id}", {
      params: { path: { ...path, session_id, turn_id }, query: { wait: 60 } },
    });
    if (turn.error !== undefined) throw new Error(turn.error.code);
    status = turn.data.status;
  }

  const messages = await api.GET("/api/workspaces/{id}/messages", {
    params: { path, query: { session_id } },
  });
  if (messages.error !== undefined) throw new Error(messages.error.code);
  const file = await api.GET("/api/workspaces/{id}/agent/files", {
    params: { path, query: { path: "src/notes.txt" } },
    parseAs: "text",
  });
  if (file.error !== undefined) throw new Error(file.error.code);
  const deleted = await api.DELETE("/api/workspaces/{id}", { params: { path } });
  const gone = await api.GET("/api/workspaces/{id}", { params: { path } });

  return {
    repeatedId: repeated.data?.id === created.data.id,
    size: written.data.size,
    status,
    contents: messages.data.map(({ role, content }) => `${role}: ${content}`),
    file: file.data,
    deleted: deleted.response.status,
    gone: gone.error?.code,
  };
}
