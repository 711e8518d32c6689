import { join } from "node:path";
import { localSandbox } from "@workspace-agent/sandbox-local";
import { describeSkills } from "./skills-in-sandboxes.test-support.ts";

describeSkills("local", (dir) => localSandbox({ dir: join(dir, "sandboxes") }));
