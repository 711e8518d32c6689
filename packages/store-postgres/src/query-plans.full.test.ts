import { describeQueryPlans } from "./testing/describe-query-plans.ts";
import { MOST } from "./testing/large-database.ts";

describeQueryPlans(MOST);
