import { describeOutput } from "./agent-tools-in-sandboxes.test-support.ts";

describeOutput("interpreter");
