import { memoryStore } from "@workspace-agent/core/memory";
import { execa } from "execa";
import { dockerSandbox } from "./index.ts";
import { whyNotStarted } from "../../sandbox-process/src/testing/needs.ts";

/** The image of the tests, made by `image/make-test-image`. */
export const TEST_IMAGE = process.env["SANDBOX_TEST_IMAGE"] ?? "workspace-agent/sandbox-test";

let asked: Promise<string | null> | undefined;

/** Why the tests with containers cannot run on this machine, or null. Checked once per process. */
export function whyNoDocker(): Promise<string | null> {
  asked ??= tryDocker();
  return asked;
}

function tryDocker(): Promise<string | null> {
  const sandbox = dockerSandbox({
    image: TEST_IMAGE,
    containers: memoryStore().containers,
    placement: `test-${crypto.randomUUID()}`,
  });
  return whyNotStarted({ start: () => sandbox.check(), close: () => sandbox.close() });
}

/** The output of a docker command. */
export async function docker(...args: readonly string[]): Promise<string> {
  return (await execa("docker", args)).stdout;
}

/** The names of the containers of a placement, in any state. */
export async function containersOf(placement: string): Promise<readonly string[]> {
  const filter = `label=workspace-agent.placement=${placement}`;
  const names = await docker("ps", "--all", "--format", "{{.Names}}", "--filter", filter);
  return names.split("\n").filter((name) => name !== "");
}
