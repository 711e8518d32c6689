import { it } from "vitest";
import { survivesFire } from "./under-fire.test-support.ts";

it(
  "turns with subagents keep every message and run every command once, whatever people do meanwhile",
  () => survivesFire(100),
  600_000,
);
