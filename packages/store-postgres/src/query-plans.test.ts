import { describeQueryPlans } from "./testing/describe-query-plans.ts";
import { MANY } from "./testing/large-database.ts";

describeQueryPlans(MANY);
