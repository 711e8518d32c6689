import { packageConfig } from "../../tsup.base.ts";

export default packageConfig({ index: "src/index.ts", "egress/index": "src/egress/index.ts" });
