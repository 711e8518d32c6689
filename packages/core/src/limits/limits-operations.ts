import * as v from "valibot";
import { parameter } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import type { LimitsApi } from "./limits-api.ts";

export const limitOperations: Operations<LimitsApi> = {
  take: { access: "any-credential", inputs: [parameter("name", v.picklist(["writes", "turns"]))] },
};
