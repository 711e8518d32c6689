import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { describeSkills } from "./skills-in-sandboxes.test-support.ts";

describeSkills("interpreter", () => interpreterSandbox());
