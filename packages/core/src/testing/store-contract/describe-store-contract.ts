import { afterAll, beforeAll, describe } from "vitest";
import { auditSuite } from "./audit-suite.ts";
import { backgroundSuite } from "./background-suite.ts";
import { blobsSuite } from "./blobs-suite.ts";
import { boundWorkspacesSuite } from "./bound-workspaces-suite.ts";
import { claimsSuite } from "./claims-suite.ts";
import { containersSuite } from "./containers-suite.ts";
import { contentSuite } from "./content-suite.ts";
import { countersSuite } from "./counters-suite.ts";
import { eventsSuite } from "./events-suite.ts";
import type { TheStore } from "./given.ts";
import { fairClaimsSuite } from "./fair-claims-suite.ts";
import { hintsSuite } from "./hints-suite.ts";
import { idempotencySuite } from "./idempotency-suite.ts";
import { instancesSuite } from "./instances-suite.ts";
import { leasesSuite } from "./leases-suite.ts";
import { libraryListSuite } from "./library-list-suite.ts";
import { libraryNamesSuite } from "./library-names-suite.ts";
import { librarySuite } from "./library-suite.ts";
import { libraryTransactionsSuite } from "./library-transactions-suite.ts";
import { libraryUsersSuite } from "./library-users-suite.ts";
import { marksSuite } from "./marks-suite.ts";
import { messagesSuite } from "./messages-suite.ts";
import { restartSuite } from "./restart-suite.ts";
import { retriesSuite } from "./retries-suite.ts";
import { serviceTokensSuite } from "./service-tokens-suite.ts";
import { sessionsSuite } from "./sessions-suite.ts";
import { signInsSuite } from "./sign-ins-suite.ts";
import { stagedLinesSuite } from "./staged-lines-suite.ts";
import { steeringSuite } from "./steering-suite.ts";
import type { MakeStore, StoreUnderTest } from "./store-under-test.ts";
import { transactionsSuite } from "./transactions-suite.ts";
import { turnsSuite } from "./turns-suite.ts";
import { usageSuite } from "./usage-suite.ts";
import { webhookDeliveriesSuite } from "./webhook-deliveries-suite.ts";
import { webhooksSuite } from "./webhooks-suite.ts";
import { workspaceConfigVersionSuite } from "./workspace-config-version-suite.ts";
import { workspaceLabelsSuite } from "./workspace-labels-suite.ts";
import { workspaceListSuite } from "./workspace-list-suite.ts";
import { workspacesSuite } from "./workspaces-suite.ts";

const SUITES: readonly ((theStore: TheStore) => void)[] = [
  workspacesSuite,
  workspaceListSuite,
  workspaceLabelsSuite,
  workspaceConfigVersionSuite,
  sessionsSuite,
  claimsSuite,
  fairClaimsSuite,
  retriesSuite,
  boundWorkspacesSuite,
  marksSuite,
  instancesSuite,
  backgroundSuite,
  leasesSuite,
  turnsSuite,
  eventsSuite,
  messagesSuite,
  serviceTokensSuite,
  signInsSuite,
  auditSuite,
  idempotencySuite,
  librarySuite,
  libraryNamesSuite,
  libraryListSuite,
  libraryUsersSuite,
  libraryTransactionsSuite,
  blobsSuite,
  stagedLinesSuite,
  countersSuite,
  usageSuite,
  steeringSuite,
  containersSuite,
  webhooksSuite,
  webhookDeliveriesSuite,
  transactionsSuite,
  contentSuite,
  hintsSuite,
];

/**
 * What every store has to do: the contract of the `Store` port as tests (vitest). All suites but the restart's share
 * one store, each test under a tenant and a placement of its own. `outlivesClose` false: a store that is gone when
 * it is closed, and so is never started again.
 */
export function describeStoreContract(
  name: string,
  makeStore: MakeStore,
  { outlivesClose = true }: { readonly outlivesClose?: boolean } = {},
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
      for (const suite of SUITES) suite(theStore);
    });
    if (outlivesClose) restartSuite(makeStore);
  });
}
