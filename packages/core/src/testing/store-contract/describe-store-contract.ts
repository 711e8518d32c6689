import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SharedStore } from "../../ports/store.ts";
import { auditSuite } from "./audit-suite.ts";
import { backgroundSuite } from "./background-suite.ts";
import { batchItemsSuite } from "./batch-items-suite.ts";
import { batchesSuite } from "./batches-suite.ts";
import { blobsSuite } from "./blobs-suite.ts";
import { boundWorkspacesSuite } from "./bound-workspaces-suite.ts";
import { claimsSuite } from "./claims-suite.ts";
import { containersSuite } from "./containers-suite.ts";
import { contentSuite } from "./content-suite.ts";
import { countersSuite } from "./counters-suite.ts";
import { eventFeedSuite } from "./event-feed-suite.ts";
import { eventsSuite } from "./events-suite.ts";
import type { TheStore } from "./given.ts";
import { fairClaimsSuite } from "./fair-claims-suite.ts";
import { hintsSuite } from "./hints-suite.ts";
import { idempotencySuite } from "./idempotency-suite.ts";
import { containersOfInstancesSuite, instancesSuite } from "./instances-suite.ts";
import { leasesSuite } from "./leases-suite.ts";
import { libraryListSuite } from "./library-list-suite.ts";
import { libraryNamesSuite } from "./library-names-suite.ts";
import { librarySuite } from "./library-suite.ts";
import { libraryTransactionsSuite } from "./library-transactions-suite.ts";
import { libraryUsersSuite } from "./library-users-suite.ts";
import { interruptRequestsSuite } from "./interrupt-requests-suite.ts";
import { messagesSuite } from "./messages-suite.ts";
import { pairsSuite } from "./pairs-suite.ts";
import { restartSuite } from "./restart-suite.ts";
import { retriesSuite } from "./retries-suite.ts";
import { schedulesSuite } from "./schedules-suite.ts";
import { scheduleRunsSuite } from "./schedule-runs-suite.ts";
import { serviceTokensSuite } from "./service-tokens-suite.ts";
import { sessionsSuite } from "./sessions-suite.ts";
import { signInsSuite } from "./sign-ins-suite.ts";
import { sessionTreesSuite } from "./session-trees-suite.ts";
import { snapshotsSuite } from "./snapshots-suite.ts";
import { stagedLinesSuite } from "./staged-lines-suite.ts";
import { steeringSuite } from "./steering-suite.ts";
import { STORE_PARTS, type MakeStore, type StorePart, type StoreUnderTest } from "./store-under-test.ts";
import { transactionsSuite } from "./transactions-suite.ts";
import { turnsSuite } from "./turns-suite.ts";
import { usageSuite } from "./usage-suite.ts";
import { webhookDeliveriesSuite } from "./webhook-deliveries-suite.ts";
import { webhooksSuite } from "./webhooks-suite.ts";
import { workingCopiesOfInstancesSuite, workingCopiesSuite } from "./working-copies-suite.ts";
import { workspaceConfigVersionSuite } from "./workspace-config-version-suite.ts";
import { workspaceListSuite } from "./workspace-list-suite.ts";
import { workspacesSuite } from "./workspaces-suite.ts";

const CORE_SUITES: readonly ((theStore: TheStore) => void)[] = [
  workspacesSuite,
  workspaceListSuite,
  pairsSuite,
  workspaceConfigVersionSuite,
  sessionsSuite,
  claimsSuite,
  fairClaimsSuite,
  retriesSuite,
  boundWorkspacesSuite,
  leasesSuite,
  turnsSuite,
  eventsSuite,
  messagesSuite,
  steeringSuite,
  idempotencySuite,
  transactionsSuite,
  contentSuite,
];

/** The suites of each part. They run on stores that have it. */
const PART_SUITES: { readonly [Part in StorePart]: readonly ((theStore: TheStore<SharedStore>) => void)[] } =
  {
    library: [librarySuite, libraryNamesSuite, libraryListSuite, libraryUsersSuite, libraryTransactionsSuite],
    blobs: [blobsSuite],
    stagedLines: [stagedLinesSuite],
    webhooks: [webhooksSuite, webhookDeliveriesSuite],
    usage: [usageSuite],
    serviceTokens: [serviceTokensSuite],
    signIns: [signInsSuite],
    audit: [auditSuite],
    containers: [containersSuite],
    eventFeed: [eventFeedSuite],
    schedules: [schedulesSuite, scheduleRunsSuite],
    batches: [batchesSuite, batchItemsSuite],
    snapshots: [snapshotsSuite, sessionTreesSuite],
    workingCopies: [workingCopiesSuite],
    cluster: [interruptRequestsSuite, instancesSuite, backgroundSuite, countersSuite, hintsSuite],
  };

export interface StoreContractOptions {
  /** The parts that the store has. Default: all of `STORE_PARTS`. */
  readonly parts?: readonly StorePart[];
  /** Default true. False: the data is gone when the store is closed, so it is never started again. */
  readonly outlivesClose?: boolean;
}

/**
 * The contract of the `Store` port as tests (vitest): what every store does, and the parts that this one has. All suites but the
 * restart's share one store, each test under a tenant and a placement of its own.
 */
export function describeStoreContract(
  name: string,
  makeStore: MakeStore,
  { parts = STORE_PARTS, outlivesClose = true }: StoreContractOptions = {},
): void {
  describe(`${name}: the store contract`, () => {
    describe("of an open store", () => {
      let made: StoreUnderTest | undefined;
      beforeAll(async () => {
        made = await makeStore();
        await made.store.start();
      });
      afterAll(async () => {
        await made?.store.close();
        await made?.remove?.();
      });
      const theStore: TheStore = () => {
        if (made === undefined) throw new Error("The store is open within tests only.");
        return made.store;
      };
      it("has the parts that its contract names, and no others", () => {
        const found = ([...STORE_PARTS, "cluster"] as const).filter((part) => theStore()[part] !== undefined);
        expect(found.toSorted()).toEqual([...parts].toSorted());
      });
      for (const suite of CORE_SUITES) suite(theStore);
      const theWhole = theStore as TheStore<SharedStore>;
      for (const part of parts) for (const suite of PART_SUITES[part]) suite(theWhole);
      if (parts.includes("cluster") && parts.includes("containers")) containersOfInstancesSuite(theWhole);
      if (parts.includes("cluster") && parts.includes("workingCopies"))
        workingCopiesOfInstancesSuite(theWhole);
    });
    if (outlivesClose) restartSuite(makeStore, parts);
  });
}
