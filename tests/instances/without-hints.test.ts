import { describe } from "vitest";
import { interrupts } from "./acting.test-support.ts";
import { missesNothing } from "./reading.test-support.ts";

const name = "Postgres behind a pooler in transaction mode";

describe(`on ${name}, where instances get no hints of each other and poll instead,`, () => {
  interrupts(name);
  missesNothing(name);
});
