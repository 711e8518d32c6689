export { aiSdkModel, type AiSdkModelOptions, type LanguageModelSource } from "./ai-sdk-model.ts";
export {
  aiSdkModels,
  type AiSdkModelsOptions,
  type LanguageModels,
  type LanguageModelsSource,
} from "./ai-sdk-models.ts";
export { modelCatalog, type ModelCatalogOptions } from "./model-catalog.ts";
export { modelFetch } from "./model-fetch.ts";
export {
  DEFAULT_MODELS,
  modelsFromEnvironment,
  type Environment,
  type EnvironmentModels,
} from "./models-from-environment.ts";
