import { runKey } from "./agent.mjs";

/** The times between the answers of a model and the next requests, in ms. */
export const ownTimesOf = (times) =>
  times.slice(1).map(({ came }, index) => (came - times[index].ended) / 1000);

/** Runs a turn in the service; its own time for each step, in ms. */
export async function stepsOf({ model, workspace }, tool, steps, given = {}) {
  const key = runKey();
  await workspace.rewrite(`calls.${tool}.${steps}.1.${key}`);
  const session_id = await workspace.run(given);
  return { session_id, own: ownTimesOf(await model.times(key)) };
}

/** The same in the bare agent. */
export async function bareSteps({ model, bare }, tool, steps) {
  const key = runKey();
  await bare.ask("POST", "/chat", { model: `calls.${tool}.${steps}.1.${key}`, message: "Go on." });
  return ownTimesOf(await model.times(key));
}

/** Sums the CPU time of a server during some work, in ms. */
export function cpuMeter(server) {
  let seconds = 0;
  return {
    async during(work) {
      const before = server.cpuSeconds();
      await work();
      seconds += server.cpuSeconds() - before;
    },
    ms: () => seconds * 1000,
  };
}
