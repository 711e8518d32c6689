import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { describeOutput } from "./agent-tools-in-sandboxes.test-support.ts";

describeOutput("interpreter", () => interpreterSandbox());
