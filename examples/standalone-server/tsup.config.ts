import { packageConfig } from "../../tsup.base.ts";

export default packageConfig({ main: "src/main.ts" }, { declarations: false });
