import { OPERATIONS } from "@workspace-agent/core/internal";
import { ListedModelSchema } from "@workspace-agent/core/schemas";
import { pageAnswer } from "../request/paging.ts";
import { defineRoute, pagesOf, type Route } from "../route.ts";

export const modelRoutes: readonly Route[] = [
  defineRoute({
    ...pagesOf("models", ListedModelSchema),
    path: "/api/models",
    operationId: "listModels",
    tag: "Models",
    summary: "List the models",
    description:
      "Returns the models that this instance has and the operator's policy allows to the caller, by reference. Windows, prices and capabilities are null where they are not known; each names its source and date. The instance may run models of a provider that are not listed: a config can name them, without a limit in US dollars.",
    access: OPERATIONS.models.list.access,
    handler: async ({ context, service, principal, query }) =>
      pageAnswer(context, await service.models.list(principal, query), query),
  }),
];
