import { describePlacement } from "./placement.test-support.ts";

describePlacement("Postgres");
