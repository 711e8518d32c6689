import { packageConfig } from "../../tsup.base.ts";

export default packageConfig({ index: "src/index.ts", "snapshot-worker": "src/snapshot-worker.ts" });
