import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { END_WITH_PARENT, type Settings } from "./server.ts";

const MODEL = fileURLToPath(new URL("../../../../bench/scripted-model.mjs", import.meta.url));

export interface ScriptedModel extends AsyncDisposable {
  /** The settings of a server that uses it. The name of a model is its script: `openai-compatible/calls.read.50.100.key`. */
  readonly settings: Settings;
}

/** The model of the benchmarks, whose responses have many calls. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const child = spawn(process.execPath, ["--import", END_WITH_PARENT, MODEL], {
    env: {},
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return {
    settings: {
      MODEL: "openai-compatible/any",
      OPENAI_COMPATIBLE_BASE_URL: `${line.replace("listening on ", "")}/v1`,
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await exited;
    },
  };
}
