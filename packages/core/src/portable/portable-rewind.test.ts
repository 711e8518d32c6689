import { expect, it } from "vitest";
import { memoryVolumes } from "../memory/index.ts";
import { systemClock } from "../ports/clock.ts";
import { codeOf, withSnapshots } from "../rewind/rewind.test-support.ts";
import { admin, gate, until } from "../test-host.test-support.ts";
import {
  done,
  onlyWorkspace,
  portableHosts,
  resultOf,
  textOn,
  troubled,
  untilDone,
  writes,
  type Hosts,
} from "./portable.test-support.ts";

/** The pause after which a host asks again for files that another one uses. */
const LOOK_MS = 250;

/** Volumes of which one look at the files can be made to wait when it is done. */
function volumesThatWait() {
  const [looked, goOn] = [gate(), gate()];
  let waits = false;
  const volumes = withSnapshots(memoryVolumes({ placement: "host-1" }), (snapshots) => ({
    take: async (...args) => {
      const taken = await snapshots.take(...args);
      if (!waits) return taken;
      waits = false;
      looked.open();
      await goOn.opened;
      return taken;
    },
  }));
  return {
    volumes,
    waitAtNext: () => void (waits = true),
    looked: looked.opened,
    goOn: goOn.open,
  };
}

/** A host that has looked at the files, for the rewind of a turn that changed `a.txt`. */
async function lookedAt(hosts: Hosts) {
  const { volumes, waitAtNext, looked, goOn } = volumesThatWait();
  const reads = { toolCalls: [{ name: "read", arguments: { path: "a.txt" } }] };
  const host = await hosts.start([writes("new.txt"), reads, writes("a.txt", "1"), done], { volumes });
  await host.write("a.txt", "0");
  const id = await onlyWorkspace(host);
  const turn = await host.send("Write.");
  await resultOf(host, turn);
  const rewind = () =>
    host.service.snapshots.rewind(admin, id, turn.session_id, { to_turn: turn.turn_id, restore: "files" });
  waitAtNext();
  const rewound = codeOf(rewind());
  await looked;
  return { host, goOn, rewind, rewound };
}

it("a host that has looked at the files for a rewind keeps them until they are restored", async () => {
  const hosts = portableHosts();
  const { host, goOn, rewound } = await lookedAt(hosts);
  let asked = 0;
  const sleep: typeof systemClock.sleep = (ms, signal) => {
    if (ms === LOOK_MS) asked += 1;
    return systemClock.sleep(ms, signal);
  };
  const two = await hosts.start([], { clock: { ...systemClock, sleep } });
  let isWritten = false;
  const writing = two.write("a.txt", "two").then(() => (isWritten = true));
  await until(() => asked > 1 || isWritten);
  goOn();
  expect(await rewound).toBe("ok");
  await writing;
  expect(await textOn(host, "a.txt")).toBe("two");
});

it("a rewind does not restore over files that another host had meanwhile, and a repeat finds their changes", async () => {
  const hosts = portableHosts();
  const { host, goOn, rewind, rewound } = await lookedAt(hosts);
  // The entry of the host was not renewed in time.
  hosts.endLeases();
  const two = await hosts.start([]);
  await two.write("a.txt", "two");
  await untilDone(() => host.write("c.txt", "3"));
  goOn();
  expect(await rewound).toBe("overloaded");
  expect(await textOn(host, "a.txt")).toBe("two");
  expect(await codeOf(rewind())).toBe("rewind_conflict");
});

it("a rewind that begins while the files leave waits for the publication under way", async () => {
  const hosts = portableHosts();
  const bucket = troubled(hosts.objects, "put");
  const host = await hosts.start([writes("a.txt"), done], { objects: bucket.objects });
  await host.write("before.txt", "1");
  const id = await onlyWorkspace(host);
  const turn = await host.send("Write.");
  await resultOf(host, turn);
  bucket.fail();
  await expect(host.write("b.txt", "2")).rejects.toThrow();
  const two = await hosts.start([], { maxRunningTurns: 0 });
  const isHeld = bucket.hold("", { isOne: true });
  const wanted = codeOf(two.write("two.txt", "2"));
  await isHeld;
  const { snapshots } = host.service;
  const options = { to_turn: turn.turn_id, restore: "files", force: true } as const;
  const rewound = codeOf(snapshots.rewind(admin, id, turn.session_id, options));
  // It waits for longer than a call may.
  expect([await wanted, await codeOf(two.write("two.txt", "2"))]).toEqual(["overloaded", "overloaded"]);
  bucket.end();
  expect(await rewound).toBe("ok");
});
