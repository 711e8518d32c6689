import { describeRemoteSandbox } from "./describe-remote-sandbox.test-support.ts";
import { e2bSandboxes } from "./e2b.ts";
import { fakeE2b } from "./fake-e2b.test-support.ts";

describeRemoteSandbox(
  "a sandbox of E2B",
  async () => {
    const { machines, access, close } = await fakeE2b();
    return { machines, open: () => e2bSandboxes(access), close };
  },
  { templateID: "base", allow_internet_access: false, metadata: { workspace: "ws_1" } },
);
