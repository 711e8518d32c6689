import { describeLeftProcesses } from "./left-processes.test-support.ts";

describeLeftProcesses("Postgres");
