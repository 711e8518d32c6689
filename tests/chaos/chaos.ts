import { setTimeout as pause } from "node:timers/promises";
import { readToEnd, type Seen } from "./event-reader.ts";
import { feedFaults, readFeed } from "./feed-reader.ts";
import { seeded } from "./random.ts";
import { linesInFiles, openSessions, type Accepted } from "./sessions.ts";
import { hasHadAll, makeTrouble, type TroubleCounts, type TroubleOptions } from "./trouble.ts";
import { judge, type Verdict } from "./verdict.ts";
import { chaosWorld, type World, type WorldOptions } from "./world.ts";

const READERS = 50;
const FEED_READERS = 2;
/** The share of the sessions that start at once. The others start when each kind of trouble has happened. */
const FIRST_PART = 0.75;
/** A run that takes longer hangs. */
const HANG_MS = 1_200_000;
/** Longer than that, so that the report is printed. */
export const CHAOS_TIMEOUT_MS = HANG_MS + 120_000;

export interface ChaosOptions extends Omit<WorldOptions, "script"> {
  readonly seed: number;
  readonly sessions: number;
  /** How long each command takes before it writes its line. Default: no time. */
  readonly commandSeconds?: number;
  /** What happens to the instances. The end of the work aborts its signal. */
  readonly trouble?: (world: World, options: TroubleOptions) => Promise<void>;
}

export interface ChaosReport extends Verdict {
  readonly seed: number;
  readonly seconds: number;
  readonly leaseMs: number;
  readonly trouble: TroubleCounts;
  readonly refused: number;
  readonly retries: number;
  readonly connections: number;
  /** How often readers of the feed continued with a cursor. */
  readonly resumed: number;
  readonly modelRequests: number;
  readonly complaints: string;
}

/** Gives work to several instances while they are killed, frozen and disconnected, and reports the result. The seed decides what happens when. */
export async function chaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, sessions, commandSeconds = 0, trouble: given } = options;
  const cause = given ?? makeTrouble;
  const random = seeded(seed);
  const slowly = (session: string, step: number) => {
    const command = linesInFiles(session, step);
    return command === null ? null : `sleep ${commandSeconds}; ${command}`;
  };
  await using world = await chaosWorld({
    hasOwnPostgres: true,
    ...options,
    script: { command: commandSeconds === 0 ? linesInFiles : slowly, delayMs: 5 },
  });
  const { leaseMs } = world;
  await Promise.all(world.instances.map((instance) => instance.startSurely()));
  const begun = performance.now();
  const accepted: Accepted[] = [];
  const seen: Seen[] = [];
  const counts: TroubleCounts = { kills: 0, freezes: 0, cuts: 0, connectionsCut: 0, restarts: 0 };
  const giveUp = AbortSignal.timeout(HANG_MS);
  const failed = new AbortController();
  const done = new AbortController();
  const signal = AbortSignal.any([giveUp, done.signal]);
  const trouble = cause(world, {
    random,
    signal,
    counts,
    leaseMs,
    steps: () => world.model.requests(),
    progress: () => seen.length / sessions,
  });
  const opening = openSessions(world.caller, {
    count: sessions,
    onAccepted: (session) => accepted.push(session),
    async turnOf(number) {
      if (given !== undefined || number < sessions * FIRST_PART) return;
      while (!hasHadAll(counts) && !signal.aborted) await pause(20);
    },
  });
  opening.catch(() => {
    failed.abort();
    done.abort();
  });
  const feeds = Array.from({ length: FEED_READERS }, () =>
    readFeed(world.caller, { random, turns: sessions, signal: AbortSignal.any([giveUp, failed.signal]) }),
  );
  let next = 0;
  const read = async () => {
    while (next < sessions && !signal.aborted) {
      const session = accepted[next];
      if (session === undefined) await pause(20);
      else {
        next += 1;
        seen.push(await readToEnd(world.caller, session, { random, signal: giveUp }));
      }
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
  done.abort();
  await Promise.all([trouble, giveUp.aborted ? undefined : opening]);
  const fed = await Promise.all(feeds);
  const seconds = (performance.now() - begun) / 1000;
  const verdict = await judge(world, accepted, seen);
  return {
    ...verdict,
    faults: [
      ...(accepted.length === sessions ? [] : [`${accepted.length} of ${sessions} sessions were accepted`]),
      ...verdict.faults,
      ...(await feedFaults(world.caller, accepted, fed)),
    ],
    seed,
    seconds,
    leaseMs,
    trouble: counts,
    refused: world.instances.reduce((sum, { refused }) => sum + refused, 0),
    retries: world.caller.retries,
    connections: seen.reduce((sum, { connections }) => sum + connections, 0),
    resumed: fed.reduce((sum, { resumed }) => sum + resumed, 0),
    modelRequests: world.model.requests(),
    complaints: world.instances.map((instance) => instance.complaints()).join("\n"),
  };
}

/** The report for people. */
export function inWords(report: ChaosReport, sessions: number): string {
  const { trouble, ends } = report;
  return [
    `chaos, seed ${report.seed}: ${sessions} sessions in ${report.seconds.toFixed(1)} s, leases of ${report.leaseMs} ms`,
    `  ${trouble.kills} kills, ${trouble.freezes} freezes, ${trouble.cuts} cuts of ${trouble.connectionsCut} connections, ${trouble.restarts} restarts of Postgres`,
    `  ends: ${Object.entries(ends)
      .map(([reason, count]) => `${count} ${reason}`)
      .join(", ")}`,
    `  ${report.lines} lines, ${report.unknownOutcomes} unknown outcomes, ${report.events} events, ${report.refused} late writes refused`,
    `  readers connected ${report.connections} times, readers of the feed continued ${report.resumed} times, calls were made again ${report.retries} times, the model was asked ${report.modelRequests} times`,
    ...report.faults.slice(0, 20).map((fault) => `  FAULT ${fault}`),
    ...(report.faults.length > 20 ? [`  and ${report.faults.length - 20} faults more`] : []),
  ].join("\n");
}
