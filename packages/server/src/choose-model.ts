import { join } from "node:path";
import {
  REHEARSAL,
  rehearsalModels,
  type Logger,
  type ModelCatalog,
  type ModelProvider,
} from "@workspace-agent/core";

export interface ChosenModel {
  readonly models: ModelProvider;
  readonly chosen: string;
  readonly why: string;
}

/** The models whose API keys are set; `rehearsal` if it is selected or no key is set. */
export async function chooseModel(
  env: Readonly<Record<string, string | undefined>>,
  logger: Logger,
): Promise<ChosenModel> {
  if (env["MODEL"] === REHEARSAL)
    return { models: rehearsalModels(), chosen: REHEARSAL, why: "MODEL=rehearsal" };
  const { modelsFromEnvironment } = await import("@workspace-agent/model-ai-sdk");
  const { provider, chosen, why } = modelsFromEnvironment(env, { logger });
  if (provider === null) return { models: rehearsalModels(), chosen: REHEARSAL, why };
  return { models: provider, chosen, why };
}

/** The catalog of the setting `MODEL_CATALOG`, with a copy of its last good state in the data folder. Undefined: there is none. */
export async function catalogOf(
  source: string | undefined,
  dataDir: string,
): Promise<ModelCatalog | undefined> {
  if (source === undefined) return undefined;
  const { modelCatalog } = await import("@workspace-agent/model-ai-sdk");
  return modelCatalog(source, { copy: join(dataDir, "model-catalog.json") });
}
