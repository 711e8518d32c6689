import { describeReading } from "./reading.test-support.ts";

describeReading("Postgres");
