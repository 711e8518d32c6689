import { packageConfig } from "../../tsup.base.ts";
import { rawText } from "./raw-text-plugin.ts";

export default packageConfig({ index: "src/index.ts" }, { plugins: [rawText()] });
