import { join } from "node:path";
import { client } from "./client.mjs";
import { inFolder, MEMORY, signIn, startProgram, startServer } from "./server.mjs";

const MODEL = join(import.meta.dirname, "scripted-model.mjs");
const BARE = join(import.meta.dirname, "bare-agent.mjs");
const LIBRARIES = join(import.meta.dirname, "library-agent.mjs");
const UNCONFINED = join(import.meta.dirname, "unconfined-server.mjs");
/** The standalone server's settings of V8. */
const HEAP = ["--max-semi-space-size=16", "--heap-growing-percent=40"];
/** No limit and no compaction disturbs the measurement. */
const CONFIG = { limits: { max_steps: 10_000 }, compaction: { enabled: false } };

let runs = 0;

/** A new name for a run. */
export function runKey() {
  runs += 1;
  return `run${runs}`;
}

/** The settings of a server with the scripted model. */
export function scriptedBy(model) {
  return { MODEL: "openai-compatible/any", OPENAI_COMPATIBLE_BASE_URL: `${model.base}/v1` };
}

export async function withModel(work) {
  const model = await startProgram(MODEL, {});
  const asked = client(model.base);
  /** When the requests of a run arrived and when their answers ended, in µs. */
  const times = async (key) => JSON.parse(await asked.ask("GET", `/${key}`));
  try {
    return await work({ ...model, times });
  } finally {
    asked.close();
    await model.stop();
  }
}

/** The service as a client sees it. */
export async function agentOf(server) {
  const { authorization } = await signIn(server);
  const { ask, tokens, follow, close } = client(server.base, { authorization });
  const json = async (...request) => JSON.parse(await ask(...request));

  /** A workspace with a script for its turns. */
  async function workspace(script) {
    const model = `openai-compatible/${script}`;
    const { id } = await json("POST", "/api/workspaces", {
      name: runKey(),
      config: { ...CONFIG, model },
    });
    const path = `/api/workspaces/${id}`;
    const turn = (given) => ({ message: "Go on.", ...given });
    return {
      path,
      send: (given) => json("POST", `${path}/chat`, turn({ mode: "async", ...given })),
      tokens: (given) => tokens(`${path}/chat`, turn({ mode: "stream", ...given })),
      session: (id, query = "") => json("GET", `${path}/sessions/${id}${query}`),
      /** Changes the script of later turns. */
      rewrite: (next) => json("PUT", `${path}/config`, { ...CONFIG, model: `openai-compatible/${next}` }),
      /** Runs a turn to its end. Throws if it fails. */
      async run(given) {
        const { session_id } = await this.send(given);
        for (;;) {
          const { status, last_turn } = await this.session(session_id, "?wait=30");
          if (status !== "idle") continue;
          if (last_turn.stop_reason !== "end_turn") throw new Error(JSON.stringify(last_turn));
          return session_id;
        }
      },
    };
  }
  return { ask, json, workspace, follow, close };
}

/** A server that runs commands in a bare bash, not in a sandbox. */
export async function startUnconfined(dataDir, env) {
  return await startProgram([...HEAP, UNCONFINED], { DATA_DIR: dataDir, ...MEMORY, ...env });
}

const given = (model, folder) => JSON.stringify({ modelUrl: model.base, folder });
const startBare = (model, folder) => startProgram(BARE, {}, given(model, folder));
export const startLibraries = (model, folder) =>
  startProgram([...HEAP, "--expose-gc", LIBRARIES], MEMORY, given(model, folder));

/** Runs with a scripted model, a minimal agent, and one of the service's libraries alone. */
export async function withLibraries(work) {
  return await withModel((model) =>
    inFolder(async (folder) => {
      const servers = [await startBare(model, folder), await startLibraries(model, folder)];
      const [bare, libraries] = servers.map((server) => ({ model, server, bare: client(server.base) }));
      try {
        return await work({ bare, libraries });
      } finally {
        bare.bare.close();
        libraries.bare.close();
        await Promise.all(servers.map((server) => server.stop()));
      }
    }),
  );
}

/**
 * Runs with a new server, a scripted model and a minimal agent. `unconfined`: commands run in a bare bash, not in a sandbox;
 * `env`: further settings of the server.
 */
export async function withAgent(work, { unconfined = false, env = {} } = {}) {
  return await withModel((model) =>
    inFolder(async (folder) => {
      const start = unconfined ? startUnconfined : startServer;
      const server = await start(folder, { ...scriptedBy(model), ...env });
      const bareServer = await startBare(model, folder);
      const agent = await agentOf(server);
      const bare = client(bareServer.base);
      try {
        return await work({ model, server, agent, bareServer, bare });
      } finally {
        agent.close();
        bare.close();
        await Promise.all([server.stop(), bareServer.stop()]);
      }
    }),
  );
}
