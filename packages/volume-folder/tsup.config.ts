import { packageConfig } from "../../tsup.base.ts";

export default packageConfig({ index: "src/index.ts", "baseline-worker": "src/baseline-worker.ts" });
