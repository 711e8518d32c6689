import { agentsOfProcess } from "./agents-of-process.ts";

/**
 * Starts the agents and stops them with the process. Requires NEXT_MANUAL_SIG_HANDLE, because Next waits for streams that only the service
 * ends.
 */
export async function endWithProcess(): Promise<void> {
  const { service } = await agentsOfProcess();
  process.once("SIGTERM", () => {
    void service.stop().then(() => process.exit(0));
  });
}
