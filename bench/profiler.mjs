// Loaded into a server by `--import`: the first SIGUSR2 begins a CPU profile and a sampling of allocations, the second writes both to
// PROFILE_FILE as JSON. With PROFILE_FROM_START they begin at once.
import { Session } from "node:inspector";
import { renameSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const { PROFILE_FILE: file, PROFILE_FROM_START: fromStart } = process.env;
const INTERVAL_US = 200;
const INTERVAL_BYTES = 16_384;

/** Resolves within the same call: the inspector of the own thread answers at once. */
function post(session, method, params) {
  let answer;
  session.post(method, params, (error, result) => {
    if (error) throw new Error(error.message);
    answer = result;
  });
  return answer;
}

if (isMainThread && file !== undefined) {
  const session = new Session();
  session.connect();
  const begin = () => {
    post(session, "Profiler.enable");
    post(session, "Profiler.setSamplingInterval", { interval: INTERVAL_US });
    post(session, "HeapProfiler.startSampling", {
      samplingInterval: INTERVAL_BYTES,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
    post(session, "Profiler.start");
  };
  const end = () => {
    const { profile: cpu } = post(session, "Profiler.stop");
    const { profile: allocations } = post(session, "HeapProfiler.stopSampling");
    writeFileSync(`${file}.part`, JSON.stringify({ cpu, allocations }));
    renameSync(`${file}.part`, file);
  };
  let begun = fromStart !== undefined;
  if (begun) begin();
  process.on("SIGUSR2", () => {
    if (begun) end();
    else begin();
    begun = !begun;
  });
}
