import { runKey } from "./agent.mjs";

/** What lies between the answers of a model and the requests that followed them, in ms. */
const ownTimes = (times) => times.slice(1).map(({ came }, index) => (came - times[index].ended) / 1000);

/** A turn of so many calls, as the service runs it: its own time for each step, in ms. */
export async function stepsOf({ model, workspace }, tool, steps, given = {}) {
  const key = runKey();
  await workspace.rewrite(`calls.${tool}.${steps}.1.${key}`);
  const session_id = await workspace.run(given);
  return { session_id, own: ownTimes(await model.times(key)) };
}

/** The same, as a bare agent runs it. */
export async function bareSteps({ model, bare }, tool, steps) {
  const key = runKey();
  await bare.ask("POST", "/chat", { model: `calls.${tool}.${steps}.1.${key}`, message: "Go on." });
  return ownTimes(await model.times(key));
}
