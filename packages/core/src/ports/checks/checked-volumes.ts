import type { Clock } from "../clock.ts";
import type { Volume, VolumeProvider } from "../volume.ts";
import { AdapterCalls } from "./adapter-calls.ts";
import { checkedVolume, volumeProblem } from "./checked-volume.ts";
import { missingIn, withMembers, type Methods } from "./shape.ts";

const FIRST_MS = 60_000;

const PROVIDER: Methods<VolumeProvider> = {
  placement: true,
  workspace: true,
  shared: true,
  removeWorkspace: true,
  close: true,
};

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
  /** One for each volume of the adapter: sandboxes tell volumes apart by identity. */
  const opened = new WeakMap<Volume, Volume>();
  const checked = (volume: Volume) => {
    const known = opened.get(volume) ?? checkedVolume(volume, calls);
    opened.set(volume, known);
    return known;
  };
  /** What `fill` threw. Everybody who waits for this fill gets it. */
  const ofFills = new WeakSet();
  const filling = (fill: (volume: Volume) => Promise<void>) => async (volume: Volume) => {
    try {
      await fill(checked(volume));
    } catch (error) {
      if (error instanceof Error) ofFills.add(error);
      throw error;
    }
  };
  const isOwn = (error: unknown) => error instanceof Error && ofFills.has(error);
  return withMembers(provider, {
    placement: () =>
      calls.ask("placement", () => provider.placement(), {
        firstMs: FIRST_MS,
        check: (placement) => (typeof placement === "string" ? null : "it is no text"),
      }),
    workspace: async (id, options) =>
      checked(await calls.ask("workspace", () => provider.workspace(id, options), first)),
    shared: async (tenant, options) =>
      checked(await calls.ask("shared", () => provider.shared(tenant, options), first)),
    removeWorkspace: (id, options) =>
      calls.ask("removeWorkspace", () => provider.removeWorkspace(id, options)),
    ...(provider.workspaceIds !== undefined && {
      workspaceIds: () => calls.ask("workspaceIds", async () => (await provider.workspaceIds?.()) ?? []),
    }),
    ...(provider.checkSpace !== undefined && {
      checkSpace: () => calls.ask("checkSpace", async () => provider.checkSpace?.()),
    }),
    ...(provider.sealed !== undefined && {
      async sealed(tenant, key, fill) {
        const call = async () => (await provider.sealed?.(tenant, key, filling(fill))) as Volume;
        return checked(await calls.ask("sealed", call, { check: volumeProblem, isOwn }));
      },
    }),
    ...(provider.removeSealed !== undefined && {
      removeSealed: (tenant, key) =>
        calls.ask("removeSealed", async () => provider.removeSealed?.(tenant, key)),
    }),
    ...(provider.sealedKeys !== undefined && {
      sealedKeys: (tenant) =>
        calls.ask("sealedKeys", async () => (await provider.sealedKeys?.(tenant)) ?? []),
    }),
  });
}
