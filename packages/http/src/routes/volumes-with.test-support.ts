import type { VolumeProvider } from "@workspace-agent/core";
import { memoryVolumes } from "@workspace-agent/core/memory";
import type { Volume } from "@workspace-agent/core/ports";

/** Volumes in memory whose reading is done by `read`. */
export function volumesWith(
  read: (volume: Volume, ...given: Parameters<Volume["read"]>) => ReturnType<Volume["read"]>,
): VolumeProvider {
  const provider = memoryVolumes();
  const wrap = (volume: Volume): Volume =>
    new Proxy(volume, {
      get(target, name) {
        if (name === "read") return (...given: Parameters<Volume["read"]>) => read(target, ...given);
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  return { ...provider, workspace: async (...given) => wrap(await provider.workspace(...given)) };
}
