import { appendFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isTemporaryName } from "../entries/temporary-names.ts";
import { bytes, codeOf, givenFolder } from "../given.test-support.ts";
import { UNLIMITED } from "./use.ts";

const BLOCK = 4_096;
const blocks = (count: number) => Buffer.alloc(count * BLOCK);

/** A volume with an open staging area and an unfinished upload, of three blocks each. */
async function given(maxBytes = 100 * BLOCK) {
  const { volume, files } = await givenFolder({ maxBytes });
  const inProgress = async (dir = files) =>
    (await readdir(dir)).filter(isTemporaryName).map((name) => join(dir, name));
  const staging = await volume.stage();
  await staging.write("staged", blocks(3));
  const [area = ""] = await inProgress();
  const body = new TransformStream<Uint8Array, Uint8Array>();
  await mkdir(join(files, "d"));
  const writing = volume.write("d/f", body.readable);
  const writer = body.writable.getWriter();
  await writer.write(blocks(3));
  await expect.poll(() => inProgress(join(files, "d"))).toHaveLength(1);
  const [upload = ""] = await inProgress(join(files, "d"));
  const used = async () => (await volume.usage({ upTo: UNLIMITED })).bytes / BLOCK;
  return { volume, area, upload, staging, writer, writing, used };
}

it("an upload counts when it is done, and not twice before", async () => {
  const { volume, staging, writer, writing, used } = await given(10 * BLOCK);
  // The folder d.
  expect(await used()).toBeLessThanOrEqual(1);
  expect(await codeOf(volume.write("more", blocks(2)))).toBe("ok");
  await writer.close();
  await writing;
  await staging.commit("");
  await staging.discard();
  expect(await used()).toBe(1 + 2 + 3 + 3);
});

it("bytes that commands write into an unfinished upload count", async () => {
  const { volume, area, upload, staging, writer, writing, used } = await given();
  const before = await used();
  await appendFile(join(area, "staged"), blocks(20));
  // Without what is reserved for the uploads and not written yet.
  expect(await used()).toBeGreaterThanOrEqual(before + 20 - 6);
  await writeFile(join(area, "another"), blocks(20));
  await appendFile(upload, blocks(40));
  expect(await used()).toBeGreaterThanOrEqual(before + 80 - 6);
  expect(await codeOf(volume.write("f", blocks(30)))).toBe("quota_exceeded");
  await writer.abort(bytes("given up"));
  await writing.catch(() => {});
  await staging.discard();
});
