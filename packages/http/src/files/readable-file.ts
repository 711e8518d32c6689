import type { ReadOptions, VolumeEntry } from "@workspace-agent/core/ports";

/** A path of a volume or of a snapshot, to be answered as a file. */
export interface ReadableFile {
  /** What is at the path, which need not be a file. */
  stat(): Promise<VolumeEntry>;
  read(
    range?: ReadOptions,
  ): Promise<{ readonly entry: VolumeEntry; readonly body: ReadableStream<Uint8Array> }>;
}
