import type { Engine } from "./engine.ts";

/** The state of a container, as the engine reports it. */
export interface ContainerState {
  readonly isRunning: boolean;
  readonly hadNoMemory: boolean;
  /** By the engine's clock, in ms; NaN where it reports none. */
  readonly finishedAt: number;
}

const FORMAT = "{{.State.Running}} {{.State.OOMKilled}} {{json .State.FinishedAt}}";

/** Throws `sandbox_unavailable` where the engine does not know the container, or does not answer. */
export async function containerState(
  { docker }: Pick<Engine, "docker">,
  name: string,
): Promise<ContainerState> {
  const said = await docker.run(["inspect", "--format", FORMAT, name]);
  const [running, outOfMemory, finished = ""] = said.split(" ");
  const isRunning = running === "true";
  return {
    isRunning,
    hadNoMemory: outOfMemory === "true",
    finishedAt: Date.parse(finished.replaceAll('"', "")),
  };
}
