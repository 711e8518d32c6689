import { packageConfig } from "../../tsup.base.ts";

export default packageConfig({
  index: "src/index.ts",
  batches: "src/batches.ts",
  permissions: "src/permissions.ts",
});
