import type { VolumeQuota } from "../ports/volume.ts";

const MEBIBYTE = 1_048_576;
/** A disk of ext4 has one inode for so many bytes, so that files of such a size use up both alike. */
const BYTES_PER_INODE = 16_384;
/** Small programs and their packages have some thousand files. */
const LEAST_INODES = 16_384;

/** What may be held where a limit is given in MiB: so many bytes, and one inode for each 16 KiB of them, but at least 16,384. */
export function quotaOf(mebibytes: number): Required<VolumeQuota> {
  const maxBytes = mebibytes * MEBIBYTE;
  return { maxBytes, maxInodes: Math.max(LEAST_INODES, Math.floor(maxBytes / BYTES_PER_INODE)) };
}
