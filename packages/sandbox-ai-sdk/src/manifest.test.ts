import { expect, it } from "vitest";
import type { AiSdkSandboxSession } from "./ai-sdk-session.ts";
import { manifestsOf } from "./manifest.ts";

it("a name is read as GNU's sha256sum writes it: with a backslash before the line where it escapes some", async () => {
  const hash = "0".repeat(64);
  const printed = ["./dir", "", "./back\\slash", "", `${hash}  ./plain`];
  const escaped = [`\\${hash}  ./back\\\\slash`, `\\${hash}  ./end\\r\\\\n`];
  const stdout = [...printed, ...escaped, "//", ""].join("\n");
  const run: AiSdkSandboxSession["run"] = async () => ({ exitCode: 0, stdout, stderr: "" });
  const [manifest] = await manifestsOf({ run } as AiSdkSandboxSession, ["/workspace"]);
  expect(manifest).toEqual({
    directories: new Set(["dir"]),
    files: new Map([
      ["plain", { sha256: hash, executable: false }],
      ["back\\slash", { sha256: hash, executable: true }],
      ["end\r\\n", { sha256: hash, executable: false }],
    ]),
  });
});
