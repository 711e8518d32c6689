import { describeRemoteSandbox } from "./describe-remote-sandbox.test-support.ts";
import { fakeVercel } from "./fake-vercel.test-support.ts";
import { vercelSandboxes } from "./vercel.ts";

describeRemoteSandbox(
  "a sandbox of Vercel",
  async () => {
    const { machines, fetch } = fakeVercel();
    const open = () => vercelSandboxes({ token: "token", teamId: "team", projectId: "project", fetch });
    return { machines, open };
  },
  { name: "ws_1", networkPolicy: { mode: "deny-all" } },
);
