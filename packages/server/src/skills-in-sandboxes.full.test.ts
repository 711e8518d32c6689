import { describeSkills } from "./skills-in-sandboxes.test-support.ts";

describeSkills("interpreter");
