import { packageConfig } from "../../tsup.base.ts";

export default packageConfig({
  index: "src/index.ts",
  internal: "src/internal.ts",
  ports: "src/ports.ts",
  schemas: "src/schemas.ts",
  tools: "src/tools.ts",
  "doctor/index": "src/doctor/index.ts",
  "memory/index": "src/memory/index.ts",
  "snapshots/index": "src/snapshots/index.ts",
  "testing/index": "src/testing/index.ts",
});
