import { describeActing } from "./acting.test-support.ts";

describeActing("Postgres");
