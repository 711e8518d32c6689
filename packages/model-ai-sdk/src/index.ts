export { aiSdkModel, type AiSdkModelOptions } from "./ai-sdk-model.ts";
export { aiSdkModels, type AiSdkModelsOptions, type LanguageModels } from "./ai-sdk-models.ts";
export {
  DEFAULT_MODELS,
  modelsFromEnvironment,
  type Environment,
  type EnvironmentModels,
} from "./models-from-environment.ts";
