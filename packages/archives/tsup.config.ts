import { packageConfig } from "../../tsup.base.ts";

export default packageConfig({
  index: "src/index.ts",
  "front-matter": "src/front-matter.ts",
  "ignore-rules": "src/ignore-rules.ts",
});
