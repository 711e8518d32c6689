import { encryptedObjects } from "@workspace-agent/core/ports";
import { describeObjectStoreContract } from "@workspace-agent/core/testing";
import { startS3 } from "./s3-server/given-s3.test-support.ts";

describeObjectStoreContract("S3, path style, with conditional writes", async () => {
  const { open, stop } = await startS3();
  return {
    store: open({ prefix: "some/prefix" }),
    another: () => open({ prefix: "some/prefix/" }),
    remove: stop,
  };
});

describeObjectStoreContract("S3, virtual-host style, which passes over conditions", async () => {
  const { open, stop } = await startS3({ conditions: "ignored" });
  const store = () => open({ style: "virtual-host" });
  return { store: store(), another: store, remove: stop };
});

describeObjectStoreContract("S3, which refuses conditions, encrypted", async () => {
  const { open, stop } = await startS3({ conditions: "refused" });
  const store = () => encryptedObjects(open(), "secret");
  return { store: store(), another: store, remove: stop };
});
