import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { InstanceProcess } from "./instance-process.ts";
import type { Host } from "./network-namespaces.ts";
import { oneOf, type Random } from "./random.ts";
import type { FaultRates, S3Faults } from "./s3-faults.ts";
import type { TcpProxy } from "./tcp-proxy.ts";

export const HOST_TROUBLE = [
  "kill",
  "lose disk",
  "cut off",
  "stop",
  "freeze",
  "break connections",
  "outage",
] as const;
export type HostTrouble = (typeof HOST_TROUBLE)[number];
export type HostTroubleCounts = Record<HostTrouble, number>;

/** What happens at once. One host is always left. */
const AT_ONCE = 2;

/** A host, its instance, and its way to the database. */
export interface Machine {
  readonly host: Host;
  readonly instance: InstanceProcess;
  readonly proxy: TcpProxy;
}

export interface HostTroubleOptions {
  readonly machines: readonly Machine[];
  readonly faults: S3Faults;
  /** Of the bucket while there is no outage. */
  readonly rates: FaultRates;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly leaseMs: number;
}

/** Kills, stops, freezes and cuts hosts off, deletes disks, and disconnects the bucket, until `signal` aborts. In the end all instances run. */
export async function hostTrouble(options: HostTroubleOptions): Promise<HostTroubleCounts> {
  const { machines, faults, rates, random, signal, leaseMs } = options;
  const counts: HostTroubleCounts = {
    kill: 0,
    "lose disk": 0,
    "cut off": 0,
    stop: 0,
    freeze: 0,
    "break connections": 0,
    outage: 0,
  };
  const free = new Set(machines);
  /** From less than a lease to more than two: others take the files over, or do not. */
  const away = () => pause(leaseMs * (0.3 + random() * 2));

  const troubles: Record<HostTrouble, (machine: Machine) => Promise<void>> = {
    async kill({ instance }) {
      await instance.kill();
      await away();
      await instance.startSurely();
    },
    async "lose disk"({ instance }) {
      await instance.kill();
      // A command may live longer than its instance.
      await rm(instance.settings.filesDir, { recursive: true, force: true, maxRetries: 10 });
      await away();
      await instance.startSurely();
    },
    async "cut off"({ host }) {
      await host.cutOff();
      await away();
      await host.letBack();
    },
    async stop({ instance }) {
      await instance.stop();
      await away();
      await instance.startSurely();
    },
    async freeze({ instance }) {
      instance.freeze();
      await away();
      instance.thaw();
    },
    async "break connections"({ proxy }) {
      proxy.cut();
    },
    async outage() {
      faults.setRates({ "lose request": 1 });
      await pause(leaseMs * random());
      faults.setRates(rates);
    },
  };

  let next = 0;
  const cause = async () => {
    for (;;) {
      await pause(random() * leaseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const kind = HOST_TROUBLE[next++ % HOST_TROUBLE.length] ?? "kill";
      const machine = oneOf(random, [...free]);
      free.delete(machine);
      counts[kind] += 1;
      await troubles[kind](machine);
      free.add(machine);
    }
  };
  faults.setRates(rates);
  await Promise.all(Array.from({ length: AT_ONCE }, cause));
  faults.setRates({});
  return counts;
}
