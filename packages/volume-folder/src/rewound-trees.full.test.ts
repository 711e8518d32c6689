import * as fc from "fast-check";
import { test } from "vitest";
import { givenFolder } from "./given.test-support.ts";
import { action, givenSession } from "./rewound-trees.test-support.ts";

const SEQUENCES = Number(process.env["REWIND_SEQUENCES"] ?? 200);

test(
  `in ${SEQUENCES} sequences of turns, commands, uploads and rewinds, a rewind gives the files of its moment byte for byte, and the transcript`,
  { timeout: 3_600_000 },
  async () => {
    // Shared: thousands of folders would start threads of their own.
    const given = await givenFolder();
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 9 }), async (actions) => {
        const session = await givenSession(given);
        try {
          for (const each of actions) await session.perform(each);
        } finally {
          await session.close();
        }
      }),
      { numRuns: SEQUENCES },
    );
  },
);
