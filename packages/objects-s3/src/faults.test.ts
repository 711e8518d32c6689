import { expect, it } from "vitest";
import { encryptedObjects } from "@workspace-agent/core/ports";
import { bytesOf, checkFaults, contentOf, orFailed } from "./s3-server/check-faults.test-support.ts";
import { FAULTS, type Fault } from "./s3-server/faults.test-support.ts";
import { givenS3 } from "./s3-server/given-s3.test-support.ts";

/** The content that is sent in parts. */
const IN_PARTS = 2;
/** Begin, four parts, complete, read: each at most once more. */
const REQUESTS = 8;

it.each(FAULTS)(
  "an object in parts is whole or an error when one request meets the fault: %s",
  async (fault) => {
    let at = 0;
    let faulty = 0;
    const nextFault = (): Fault => (at++ === faulty ? fault : "none");
    const { open } = await givenS3({ nextFault });
    const isSilent = fault === "never answer" || fault === "answer too late";
    const store = open({ partBytes: 4_000, timeoutMs: isSilent ? 100 : 30_000 });
    const content = contentOf(IN_PARTS);
    let stored = 0;
    for (; faulty < REQUESTS; faulty++) {
      at = 0;
      const key = `packs/${faulty}`;
      const outcome = await orFailed(store.put(key, new Blob([content]).stream()));
      const read = await orFailed(bytesOf(store, key, 0));
      if (outcome !== "failed") stored += 1;
      at = REQUESTS;
      const after = await bytesOf(open({ timeoutMs: 30_000 }), key, 0);
      for (const each of [read, after])
        if (each !== "failed" && each !== null) expect(each.equals(content)).toBe(true);
      if (outcome !== "failed") expect([read !== null, after !== null]).toEqual([true, true]);
    }
    // What begins an upload is not repeated, all else is. A slow machine makes more answers late.
    if (!isSilent) expect(stored).toBeGreaterThanOrEqual(REQUESTS - 1);
  },
);

it("objects are whole or an error, whatever becomes of the requests", () => checkFaults((store) => store, 5));

it("so are encrypted ones", () => checkFaults((store) => encryptedObjects(store, "secret"), 3));
