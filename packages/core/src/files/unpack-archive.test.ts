import { zipStream } from "@workspace-agent/archives";
import { expect, test, vi } from "vitest";
import { memoryVolumes } from "../memory/index.ts";
import { unpackArchive } from "./unpack-archive.ts";

test("a link instead of the directory is refused like every link, before anything is staged", async () => {
  const volume = await memoryVolumes().workspace("ws_1");
  vi.spyOn(volume, "stat").mockResolvedValue({
    path: "link",
    name: "link",
    type: "symlink",
    size: 4,
    mtime: 0,
    executable: false,
    etag: "1",
  });
  const stage = vi.spyOn(volume, "stage");
  const limits = { kind: "zip", maxArchiveBytes: 1e6, maxBytes: 1e6 } as const;
  await expect(
    unpackArchive(volume, "link", zipStream([]), limits, (unpack) => unpack()),
  ).rejects.toMatchObject({
    code: "invalid_path",
  });
  expect(stage).not.toHaveBeenCalled();
});
