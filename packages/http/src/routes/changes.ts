import { ChangesSchema } from "@workspace-agent/core/schemas";
import { json, stream } from "../answer/answer.ts";
import { negotiate, VARY_ACCEPT } from "../headers/accept.ts";
import { defineRoute, type Route } from "../route.ts";
import { byteStream } from "../streams/byte-stream.ts";

const JSON_TYPE = "application/json";
const PATCH = "text/x-diff";

export const changeRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/sessions/:session_id/changes",
    operationId: "getSessionChanges",
    tag: "Sessions",
    summary: "Read what a session changed in the files",
    description:
      "The workspace's files as they are now, against what they were before the session's first tool that can write; nothing before that. `text/x-diff` is the patch alone, streamed, for `git apply`. Left out are `.git`, `node_modules`, what tools make again by themselves (`__pycache__`, `*.pyc`, `.pytest_cache`, `.venv` and the like), and what `.gitignore` files ignored then, or ignore now and was not there then. Files that are no text are in the patch up to 8 MiB. The files are not the session's alone: `overlapped` says that another session wrote since (one that this session started is no other). While a turn runs, each file is as it was at some moment of the answer. 403 where the workspace has more than 200,000 files, or the host's volumes do not tell changes.",
    access: "workspaces:read",
    responses: {
      200: {
        description: "The changes.",
        content: { [JSON_TYPE]: ChangesSchema, [PATCH]: "text" },
      },
    },
    errors: ["not_acceptable", "not_allowed"],
    long: () => "reads",
    handler: async ({ context, service, principal, params: { id, session_id } }) => {
      if (negotiate(context.header("accept"), [JSON_TYPE, PATCH]) === JSON_TYPE)
        return json(200, await service.changes.ofSession(principal, id, session_id), VARY_ACCEPT);
      const patches = await service.changes.patch(principal, id, session_id);
      return stream(`${PATCH}; charset=utf-8`, byteStream(patches, context.report), VARY_ACCEPT);
    },
  }),
];
