import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SandboxCapabilities } from "../../ports/sandbox.ts";
import { environmentSuite } from "./environment-suite.ts";
import { exchangeableMountsSuite } from "./exchangeable-mounts-suite.ts";
import { filesSuite } from "./files-suite.ts";
import { empty, makeGiven, type Given, type GivenSandbox } from "./given.ts";
import { inputSuite } from "./input-suite.ts";
import { isolationSuite } from "./isolation-suite.ts";
import { killingSuite } from "./killing-suite.ts";
import { lifecycleSuite } from "./lifecycle-suite.ts";
import { mountsSuite } from "./mounts-suite.ts";
import { networkSuite } from "./network-suite.ts";
import { outputSuite } from "./output-suite.ts";
import { processTreeSuite } from "./process-tree-suite.ts";
import { runningSuite } from "./running-suite.ts";
import {
  SANDBOX_PARTS,
  type MakeSandboxes,
  type SandboxPart,
  type SandboxesUnderTest,
} from "./sandboxes-under-test.ts";
import { sharingSuite } from "./sharing-suite.ts";
import { terminalSuite } from "./terminal-suite.ts";

const PART_SUITES: { readonly [Part in SandboxPart]: readonly ((given: Given) => void)[] } = {
  commands: [runningSuite, environmentSuite],
  files: [filesSuite],
  mounts: [mountsSuite, exchangeableMountsSuite],
  output: [outputSuite, inputSuite, terminalSuite],
  killing: [killingSuite, processTreeSuite],
  sharing: [sharingSuite],
  isolation: [isolationSuite, networkSuite],
  lifecycle: [lifecycleSuite],
};

export interface SandboxContractOptions {
  /** The parts to test. Default: all of `SANDBOX_PARTS`. Fewer while a sandbox is being built, or for what it documents that it lacks. */
  readonly parts?: readonly SandboxPart[];
}

/**
 * What every sandbox has to do: the contract of the `Sandbox` and `SandboxProvider` ports as tests (vitest). A capability that
 * is absent changes what is expected to its documented consequence. Tests that leave nothing but
 * files share a workspace, the others have one of their own.
 */
export function describeSandboxContract(
  name: string,
  capabilities: SandboxCapabilities,
  makeSandboxes: MakeSandboxes,
  { parts = SANDBOX_PARTS }: SandboxContractOptions = {},
): void {
  describe(`${name}: the sandbox contract`, () => {
    let current: SandboxesUnderTest | undefined;
    const opened: string[] = [];
    let shared: Promise<GivenSandbox> | undefined;
    let isSharedUsed = false;
    const made = () => {
      if (current === undefined) throw new Error("The sandboxes are there within tests only.");
      return current;
    };
    beforeAll(async () => {
      current = await makeSandboxes();
      await current.provider.start();
    });
    afterEach(async ({ task }) => {
      const used = isSharedUsed ? shared : undefined;
      isSharedUsed = false;
      if (used !== undefined) {
        // The next test gets a new one, unless this one is empty in the end: what a failed test left in it may still run.
        shared = undefined;
        if (task.result?.state === "fail") {
          const place = await used.catch(() => null);
          if (place !== null) opened.push(place.workspaceId);
        } else {
          await empty(await used);
          shared = used;
        }
      }
      for (const workspaceId of opened.splice(0)) await made().provider.remove(workspaceId);
    });
    afterAll(async () => {
      await current?.provider.close();
      await current?.volumes.close();
      await current?.remove?.();
    });

    it("declares its capabilities", () => expect(made().provider.capabilities).toEqual(capabilities));

    const given: Given = {
      capabilities,
      made,
      sharedGiven() {
        isSharedUsed = true;
        shared ??= makeGiven(made());
        return shared;
      },
      async aGiven(spec) {
        const place = await makeGiven(made(), spec);
        opened.push(place.workspaceId);
        return place;
      },
    };
    for (const part of parts) for (const suite of PART_SUITES[part]) suite(given);
  });
}
