import { describeAnyLoad } from "./bulk-properties.test-support.ts";

describeAnyLoad(80);
