import type { Clock } from "../clock.ts";
import type { Volume, VolumeProvider } from "../volume.ts";
import { AdapterCalls } from "./adapter-calls.ts";
import { missingIn, withMembers, type Methods } from "./shape.ts";

const FIRST_MS = 60_000;

const PROVIDER: Methods<VolumeProvider> = {
  placement: true,
  workspace: true,
  shared: true,
  removeWorkspace: true,
  close: true,
};

const VOLUME: Methods<Volume> = {
  stat: true,
  list: true,
  read: true,
  readLink: true,
  write: true,
  makeDirectory: true,
  remove: true,
  move: true,
  usage: true,
};

/** What is wrong with a volume: a method that is missing, or a capability that promises what is not there. */
function volumeProblem(volume: Volume): string | null {
  const missing = missingIn(volume, VOLUME);
  if (missing !== null) return missing;
  const { capabilities, quota, hostPath, baselines } = volume as Partial<Volume>;
  if (capabilities === undefined) return '"capabilities" is missing';
  if (typeof quota?.bytes !== "number" || typeof quota.inodes !== "number")
    return '"quota" is not { bytes, inodes }';
  if (capabilities.hostPath && hostPath === undefined)
    return 'its capability "hostPath" promises a "hostPath", which is missing';
  if (capabilities.baselines && baselines === undefined)
    return 'its capability "baselines" promises "baselines", which are missing';
  return null;
}

function providerProblem(provider: VolumeProvider): string | null {
  const missing = missingIn(provider, PROVIDER);
  if (missing !== null) return missing;
  if (provider.sealed === undefined) return null;
  return missingIn(provider, { sealed: true, removeSealed: true });
}

/** The volumes of a host, with clear errors where they break their contract. Throws for a provider that lacks a method. */
export function checkedVolumes(provider: VolumeProvider, clock: Clock): VolumeProvider {
  const problem = providerProblem(provider);
  if (problem !== null) throw new TypeError(`The option \`volumes\` is no VolumeProvider: ${problem}.`);
  const calls = new AdapterCalls({ adapter: "The volumes", code: "internal", clock });
  const first = { firstMs: FIRST_MS, check: volumeProblem };
  return withMembers(provider, {
    placement: () =>
      calls.ask("placement", () => provider.placement(), {
        firstMs: FIRST_MS,
        check: (placement) => (typeof placement === "string" ? null : "it is no text"),
      }),
    workspace: (id, quota) => calls.ask("workspace", () => provider.workspace(id, quota), first),
    shared: (tenant, options) => calls.ask("shared", () => provider.shared(tenant, options), first),
    removeWorkspace: (id) => calls.ask("removeWorkspace", () => provider.removeWorkspace(id)),
  });
}
