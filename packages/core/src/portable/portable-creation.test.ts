import { expect, it } from "vitest";
import { DomainError } from "../domain/errors/domain-error.ts";
import { admin } from "../test-host.test-support.ts";
import { onlyWorkspace, portableHosts } from "./portable.test-support.ts";

it("a workspace from a template whose files cannot all be published leaves nothing in the bucket", async () => {
  const hosts = portableHosts();
  const bucket = { stored: 0, most: Infinity };
  const put: typeof hosts.objects.put = async (...given) => {
    if (bucket.stored === bucket.most) throw new DomainError("overloaded", "The bucket is away.");
    bucket.stored += 1;
    return hosts.objects.put(...given);
  };
  const keys = async () => (await hosts.objects.list("")).objects.map(({ key }) => key);
  const { service, ...host } = await hosts.start([], { objects: { ...hosts.objects, put } });
  await host.write("secret.txt", "1");
  const id = await onlyWorkspace({ service, ...host });
  const template = { name: "t", description: "", include_files: true };
  await service.workspaces.saveAsTemplate(admin, id, template);
  const before = await keys();
  bucket.most = bucket.stored + 1;
  const making = service.workspaces.create(admin, { name: "made", template: "t" });
  await expect(making).rejects.toMatchObject({ code: "overloaded" });
  expect(bucket.stored).toBe(bucket.most);
  expect(await keys()).toEqual(before);
});
