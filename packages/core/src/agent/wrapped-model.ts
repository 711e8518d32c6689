import { withMembers } from "../ports/checks/shape.ts";
import type { Model, ModelPart, ModelRequest } from "../ports/model.ts";
import type { Middleware } from "./middleware.ts";

type Ask = (request: ModelRequest) => AsyncIterable<ModelPart>;

/** A model behind the `wrapModel` of middleware. */
export function wrappedModel(model: Model, middleware: readonly Middleware[]): Model {
  const wrappers = middleware.flatMap((layer) => layer.wrapModel?.bind(layer) ?? []).toReversed();
  if (wrappers.length === 0) return model;
  return withMembers(model, {
    stream(asked, options) {
      const about = { model: model.reference, signal: options.signal };
      const ask: Ask = (request) => model.stream(request, options);
      const wrapped = wrappers.reduce<Ask>(
        (next, wrap) => (request) => wrap({ ...request, ...about }, (changed = request) => next(changed)),
        ask,
      );
      return wrapped(asked);
    },
  });
}
