import * as v from "valibot";
import { body, id, parameter, parameters } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import { PageRequestSchema } from "../domain/paging.ts";
import { CreateServiceTokenSchema } from "../domain/tokens/service-token.ts";
import type { TokensApi } from "./tokens-api.ts";

export const tokenOperations: Operations<TokensApi> = {
  list: { access: "user", inputs: [parameters(PageRequestSchema)] },
  create: { access: "user", inputs: [body(CreateServiceTokenSchema)] },
  revoke: { access: "user", inputs: [id] },
  authenticate: {
    access: "public",
    inputs: [parameter("token", v.string()), parameter("address", v.nullish(v.string()))],
  },
};
