import { cp } from "node:fs/promises";
import { programConfig } from "../../tsup.base.ts";

export default programConfig(
  { main: "src/main.ts" },
  { external: [], onSuccess: () => cp("src/templates", "dist/templates", { recursive: true }) },
);
