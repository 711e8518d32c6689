import { DomainError } from "../../domain/errors/domain-error.ts";
import type { Model, ModelProvider } from "../model.ts";
import { missingIn, withMembers, type Methods } from "./shape.ts";

const PROVIDER: Methods<ModelProvider> = { resolve: true };
const MODEL: Methods<Model> = { stream: true };

/** The models of a host, with clear errors where they break their contract. Throws for a provider that lacks a member. */
export function checkedModels(provider: ModelProvider): ModelProvider {
  const missing = missingIn(provider, PROVIDER);
  const problem = missing ?? (typeof provider.default === "string" ? null : '"default" is no text');
  if (problem !== null) throw new TypeError(`The option \`models\` is no ModelProvider: ${problem}.`);
  return withMembers(provider, {
    resolve(reference, of) {
      const model = provider.resolve(reference, of);
      const wrong = model === null ? null : missingIn(model, MODEL);
      if (wrong === null) return model;
      const detail = `The models returned a wrong value from resolve("${reference}"): ${wrong}.`;
      throw new DomainError("model_unavailable", detail);
    },
  });
}
