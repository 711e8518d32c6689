import { describeEventFeed } from "./event-feed.test-support.ts";

describeEventFeed("Postgres");
