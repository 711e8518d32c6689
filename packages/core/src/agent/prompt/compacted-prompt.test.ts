import { describeCompactedPrompts } from "./compacted-prompt.test-support.ts";

describeCompactedPrompts(0.25);
