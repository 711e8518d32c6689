import { packageConfig } from "../../tsup.base.ts";

export default packageConfig({ main: "src/start.ts" }, { declarations: false });
