import { packageConfig } from "../../tsup.base.ts";

export default packageConfig({
  index: "src/index.ts",
  main: "src/main.ts",
  "node-version": "src/node-version.ts",
});
