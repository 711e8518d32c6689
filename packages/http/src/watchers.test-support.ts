import type { TestApi } from "./test-api.test-support.ts";

/** How many streams of events and waits are open, as the instance tells. */
export async function watchers(api: TestApi): Promise<number> {
  const { text } = await api.call("GET", "/metrics");
  return Number(/^workspace_agent_watchers (\d+)$/m.exec(text)?.[1]);
}
