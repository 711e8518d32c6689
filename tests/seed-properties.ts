import * as fc from "fast-check";
import { SEED } from "./seed.ts";

/** For each file of tests. */
fc.configureGlobal({ seed: SEED });
