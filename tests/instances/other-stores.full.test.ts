import { describeActing } from "./acting.test-support.ts";
import { describeBoundWorkspaces } from "./bound-workspaces.test-support.ts";
import { describeEventFeed } from "./event-feed.test-support.ts";
import { describeLeftProcesses } from "./left-processes.test-support.ts";
import { describeManyTurns } from "./many-turns.test-support.ts";
import { describePlacement } from "./placement.test-support.ts";
import { describeReading } from "./reading.test-support.ts";

const [memory, pooler] = [
  "a memory that two processes share",
  "Postgres behind a pooler in transaction mode",
] as const;

for (const name of [memory, pooler]) {
  describeActing(name);
  describeEventFeed(name);
  describeLeftProcesses(name);
  describeReading(name);
}
describeBoundWorkspaces(memory);
describeManyTurns(memory);
describePlacement(memory);
