import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atomicitySuite } from "./atomicity-suite.ts";
import { directoriesSuite } from "./directories-suite.ts";
import { BLOCK_BYTES, unique, type CompleteGiven, type Given } from "./given.ts";
import { instancesSuite } from "./instances-suite.ts";
import { listingSuite } from "./listing-suite.ts";
import { movingSuite } from "./moving-suite.ts";
import { pathsSuite } from "./paths-suite.ts";
import { providerSuite } from "./provider-suite.ts";
import { quotaSuite } from "./quota-suite.ts";
import { readingSuite } from "./reading-suite.ts";
import { restartSuite } from "./restart-suite.ts";
import { sealedSuite } from "./sealed-suite.ts";
import { removingSuite } from "./removing-suite.ts";
import { snapshotObjectsSuite } from "./snapshot-objects-suite.ts";
import { snapshotsSuite } from "./snapshots-suite.ts";
import { stagingQuotaSuite } from "./staging-quota-suite.ts";
import { stagingSuite } from "./staging-suite.ts";
import {
  VOLUME_PARTS,
  type MakeVolumes,
  type VolumePart,
  type VolumesUnderTest,
} from "./volumes-under-test.ts";
import { writingSuite } from "./writing-suite.ts";

const CORE_SUITES: readonly ((given: Given) => void)[] = [
  readingSuite,
  writingSuite,
  atomicitySuite,
  listingSuite,
  directoriesSuite,
  movingSuite,
  pathsSuite,
  removingSuite,
  providerSuite,
];

/** The suites of each part. They run on volumes that have it. */
const PART_SUITES: { readonly [Part in VolumePart]: (given: CompleteGiven) => void } = {
  quota: quotaSuite,
  staging: stagingSuite,
  sealed: sealedSuite,
  snapshots: (given) => {
    snapshotsSuite(given);
    snapshotObjectsSuite(given);
  },
};

/** The parts of a new volume and its provider. */
async function partsOf({ provider, aVolume }: Given): Promise<readonly VolumePart[]> {
  const volume = await aVolume({ maxBytes: BLOCK_BYTES, maxInodes: 1 });
  const has: { readonly [Part in VolumePart]: boolean } = {
    quota: Number.isFinite(volume.quota.bytes) && Number.isFinite(volume.quota.inodes),
    staging: volume.stage !== undefined,
    sealed: provider().sealed !== undefined,
    snapshots: volume.snapshots !== undefined,
  };
  return VOLUME_PARTS.filter((part) => has[part]);
}

export interface VolumeContractOptions {
  /** The parts that the volumes have. Default: all of `VOLUME_PARTS`. */
  readonly parts?: readonly VolumePart[];
}

/**
 * What every volume has to do: the contract of the `Volume` and `VolumeProvider` ports as tests (vitest), and the
 * parts that these have. A restart is tested where there is `reopen`, two instances and a
 * crash where there is `another`. All suites but these share one provider, each test with a workspace or tenant of its own.
 */
export function describeVolumeContract(
  name: string,
  makeVolumes: MakeVolumes,
  { parts = VOLUME_PARTS }: VolumeContractOptions = {},
): void {
  describe(`${name}: the volume contract`, () => {
    describe("of open volumes", () => {
      let made: VolumesUnderTest | undefined;
      beforeAll(async () => {
        made = await makeVolumes();
      });
      afterAll(async () => {
        await made?.provider.close();
        await made?.remove?.();
      });
      const provider = () => {
        if (made === undefined) throw new Error("The volumes are open within tests only.");
        return made.provider;
      };
      const given: Given = {
        provider,
        aVolume: (options) => provider().workspace(unique("ws"), options),
      };
      it("have the parts that their contract names, and no others", async () => {
        const found = await partsOf(given);
        const unnamed = found.filter((part) => !parts.includes(part));
        const absent = parts.filter((part) => !found.includes(part));
        const listed = (these: readonly VolumePart[]) => `${these.map((part) => `"${part}"`).join(", ")}.`;
        expect(unnamed, `The volumes have parts that \`parts\` does not name: ${listed(unnamed)}`).toEqual(
          [],
        );
        expect(absent, `The volumes lack parts that \`parts\` names: ${listed(absent)}`).toEqual([]);
      });
      for (const suite of CORE_SUITES) suite(given);
      const complete = given as CompleteGiven;
      for (const part of parts) PART_SUITES[part](complete);
      if (parts.includes("staging") && parts.includes("quota")) stagingQuotaSuite(complete);
    });
    restartSuite(makeVolumes, parts);
    instancesSuite(makeVolumes, parts);
  });
}
