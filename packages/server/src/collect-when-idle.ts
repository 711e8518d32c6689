import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How often the processor time of this process is read. */
const EVERY_MS = 10_000;
/** At most this much of it in a period counts as idle, such as some polls, or a turn that waits for its model. */
const IDLE_MS = 200;
/** A minute. The collection also drops compiled code, so that the next second of work is slower. */
const IDLE_PERIODS = 6;

/** What V8 offers with `--expose-gc`, without a global name for it. It also gives back the space for new objects. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: object) => void;
  // Threads that start later have no such name either.
  setFlagsFromString("--no-expose-gc");
  return () => collect({ type: "major", flavor: "last-resort" });
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Collects garbage once each time that the process was idle for a minute. By itself, V8 waits for more work before it does. */
export function collectWhenIdle(collect: () => void = collector()): void {
  let idlePeriods = 0;
  let last = processorMs();
  setInterval(() => {
    const isIdle = processorMs() - last <= IDLE_MS;
    idlePeriods = isIdle ? idlePeriods + 1 : 0;
    if (idlePeriods === IDLE_PERIODS) collect();
    last = processorMs();
  }, EVERY_MS).unref();
}
