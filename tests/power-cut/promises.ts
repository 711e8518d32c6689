import { strict as assert } from "node:assert";
import type { Caller } from "../../packages/server/src/running-server.test-support.ts";

/** Something that was answered, and has to hold forever. */
export interface Promised {
  readonly what: string;
  readonly holds: (caller: Caller) => Promise<boolean>;
}

type Kind = (caller: Caller, workspace: string, id: string) => Promise<Promised>;

const files = (workspace: string) => `/api/workspaces/${workspace}/agent`;
const at = (workspace: string, path: string) => `${files(workspace)}/files?path=${encodeURIComponent(path)}`;

async function textAt(caller: Caller, workspace: string, path: string): Promise<string | null> {
  const response = await caller.fetch(at(workspace, path));
  const text = await response.text();
  return response.status === 200 ? text : null;
}

async function answered(response: Response, ...statuses: readonly number[]): Promise<void> {
  const text = await response.text();
  assert(statuses.includes(response.status), `${response.status} ${text}`);
}

async function put(caller: Caller, workspace: string, path: string, body: string): Promise<void> {
  await answered(await caller.fetch(at(workspace, path), { method: "PUT", body }), 200, 201);
}

const newFile: Kind = async (caller, workspace, id) => {
  const path = `new/${id}/deep/file`;
  await put(caller, workspace, path, id);
  return { what: `PUT ${path}`, holds: async (later) => (await textAt(later, workspace, path)) === id };
};

const replacedFile: Kind = async (caller, workspace, id) => {
  const path = `replaced-${id}`;
  await put(caller, workspace, path, "old");
  await put(caller, workspace, path, id);
  return {
    what: `PUT ${path}, again`,
    holds: async (later) => (await textAt(later, workspace, path)) === id,
  };
};

const folder: Kind = async (caller, workspace, id) => {
  const path = `folders/${id}/inner`;
  const dirs = `${files(workspace)}/dirs?path=${encodeURIComponent(path)}`;
  await answered(await caller.fetch(dirs, { method: "POST" }), 201);
  return { what: `folder ${path}`, holds: async (later) => (await later.fetch(dirs)).status === 200 };
};

const move: Kind = async (caller, workspace, id) => {
  const [src, dest] = [`from-${id}/file`, `to-${id}/inner/file`];
  await put(caller, workspace, src, id);
  await caller.send("POST", `${files(workspace)}/move`, { src, dest });
  return {
    what: `move of ${src}`,
    holds: async (later) =>
      (await textAt(later, workspace, dest)) === id && (await textAt(later, workspace, src)) === null,
  };
};

const removal: Kind = async (caller, workspace, id) => {
  const path = `gone-${id}`;
  await put(caller, workspace, `${path}/file`, id);
  await answered(await caller.fetch(at(workspace, path), { method: "DELETE" }), 204);
  return {
    what: `DELETE ${path}`,
    holds: async (later) => (await textAt(later, workspace, `${path}/file`)) === null,
  };
};

const prompt: Kind = async (caller, _, id) => {
  const body = { name: `prompt-${id}`, description: "one", content: id };
  await caller.send("POST", "/api/prompts", body);
  return {
    what: `prompt ${id}`,
    holds: async (later) => (await later.fetch(`/api/prompts/${body.name}`)).status === 200,
  };
};

const turn: Kind = async (caller, workspace, id) => {
  const chat = `/api/workspaces/${workspace}/chat`;
  const { session_id } = await caller.send<{ session_id: string }>("POST", chat, {
    mode: "sync",
    message: `hello ${id}`,
  });
  const messages = `/api/workspaces/${workspace}/messages?session_id=${session_id}`;
  return {
    what: `turn of ${session_id}`,
    holds: async (later) => {
      const response = await later.fetch(messages);
      const text = await response.text();
      return response.status === 200 && text.includes(`hello ${id}`) && text.includes('"assistant"');
    },
  };
};

/** Mostly files: a commit of the database flushes other writes of the file system too. */
const KINDS: readonly Kind[] = [
  ...[newFile, replacedFile, folder, move, removal],
  ...[newFile, replacedFile, folder, move, removal],
  prompt,
  turn,
];

/** Sends one request after another until the server is gone, and reports the successful ones. */
export async function askUntilCut(
  caller: Caller,
  workspace: string,
  worker: string,
  onAnswer: (promised: Promised) => void,
): Promise<void> {
  for (let index = 0; ; index++) {
    const kind = KINDS[index % KINDS.length];
    const promised = await kind?.(caller, workspace, `${worker}-${index}`).catch(() => null);
    if (promised === null || promised === undefined) return;
    onAnswer(promised);
  }
}
