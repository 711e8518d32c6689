import { zipStream } from "@workspace-agent/archives";
import { expect, it } from "vitest";
import { admin } from "../test-host.test-support.ts";
import { hostsWithBucket, onlyWorkspace, type Host } from "./portable.test-support.ts";

const makes = {
  "a directory": ({ service }: Host, id: string) =>
    service.files.makeDirectory(admin, id, "workspace", "d", { idempotencyKey: "k" }),
  "an archive": ({ service }: Host, id: string) => {
    const folder = { path: "d", type: "dir", size: 0, executable: false } as const;
    const archive = zipStream([{ ...folder, body: async () => new Uint8Array() }]);
    const limits = { kind: "zip", maxArchiveBytes: 1e6, maxBytes: 1e6 } as const;
    return service.files.unpack(admin, id, "workspace", "", archive, limits, { idempotencyKey: "k" });
  },
};

const namesOn = async ({ service }: Host, id: string) =>
  (await service.files.list(admin, id, "workspace", "", {})).entries.map(({ path }) => path);

it.each(Object.entries(makes))(
  "%s whose publication failed is made again by a repeat of the request on another host",
  async (_, make) => {
    const { hosts, bucket, one } = await hostsWithBucket("put");
    await one.write("a.txt", "1");
    const id = await onlyWorkspace(one);
    bucket.fail();
    await expect(make(one, id)).rejects.toMatchObject({ code: "overloaded" });
    one.freeze();
    hosts.endLeases();
    const two = await hosts.start([]);
    await make(two, id);
    expect(await namesOn(two, id)).toContain("d");
  },
);
