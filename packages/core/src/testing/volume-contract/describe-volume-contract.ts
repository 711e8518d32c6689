import { afterAll, beforeAll, describe } from "vitest";
import { atomicitySuite } from "./atomicity-suite.ts";
import { baselinesSuite } from "./baselines-suite.ts";
import { directoriesSuite } from "./directories-suite.ts";
import { unique, type Given } from "./given.ts";
import { listingSuite } from "./listing-suite.ts";
import { movingSuite } from "./moving-suite.ts";
import { pathsSuite } from "./paths-suite.ts";
import { providerSuite } from "./provider-suite.ts";
import { quotaSuite } from "./quota-suite.ts";
import { readingSuite } from "./reading-suite.ts";
import { restartSuite } from "./restart-suite.ts";
import { sealedSuite } from "./sealed-suite.ts";
import { removingSuite } from "./removing-suite.ts";
import { stagingSuite } from "./staging-suite.ts";
import type { MakeVolumes, VolumesUnderTest } from "./volumes-under-test.ts";
import { writingSuite } from "./writing-suite.ts";

const SUITES: readonly ((given: Given) => void)[] = [
  readingSuite,
  writingSuite,
  atomicitySuite,
  listingSuite,
  directoriesSuite,
  movingSuite,
  pathsSuite,
  quotaSuite,
  stagingSuite,
  removingSuite,
  providerSuite,
  sealedSuite,
  baselinesSuite,
];

/**
 * What every volume has to do: the contract of the `Volume` and `VolumeProvider` ports as tests (vitest). All suites but the
 * restart's share one provider, each test with a workspace or tenant of its own.
 */
export function describeVolumeContract(name: string, makeVolumes: MakeVolumes): void {
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
      for (const suite of SUITES) suite(given);
    });
    restartSuite(makeVolumes);
  });
}
