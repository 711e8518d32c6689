import { join } from "node:path";
import { DomainError } from "@workspace-agent/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { whyNoBubblewrap } from "./bubblewrap.test-support.ts";
import { localSandbox } from "./index.ts";
import { oneWorkspace } from "./one-workspace.test-support.ts";

const reason = await whyNoBubblewrap();
if (reason !== null) console.warn(`\nSKIPPED: the start of the local sandbox, since ${reason}\n`);

describe.skipIf(reason !== null)("the start of the local sandbox", () => {
  it.for(["relative", "/opt/../etc", "/", "/etc", "/proc/1", "/root", "/opt/there-is-none"])(
    "refuses %s as a path that commands may read",
    async (path) => {
      const provider = localSandbox({ extraReadOnlyPaths: [path] });
      onTestFinished(() => provider.close());
      const error: unknown = await provider.start().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "sandbox_unavailable" });
      expect(DomainError.isInstance(error) && error.detail).toContain(path);
    },
  );

  it("shows commands the paths that it was given, for reading", async () => {
    const { sandbox, remove } = await oneWorkspace({ extraReadOnlyPaths: ["/etc/os-release"] });
    onTestFinished(remove);
    const { stdout, exitCode } = await sandbox.run({
      command: "cat /etc/os-release; echo x >> /etc/os-release",
    });
    expect(stdout).toContain("ID=");
    expect(exitCode).not.toBe(0);
  });

  it("changes no file that commands of another server with the same folder see", async () => {
    const { sandbox, remove, dir } = await oneWorkspace();
    onTestFinished(remove);
    const look = async () =>
      (await sandbox.run({ command: "stat -c '%n %i %s %z' /etc/*; cat /etc/passwd" })).stdout;
    const before = await look();
    expect(before).toContain("/etc/passwd");
    const other = localSandbox({ dir: join(dir, "sandboxes") });
    onTestFinished(() => other.close());
    await other.start();
    expect(await look()).toBe(before);
    await other.close();
    expect(await look()).toBe(before);
  });

  it("says in the log how commands are bounded", async () => {
    const said: string[] = [];
    const logger = { debug() {}, info: (_: unknown, text: string) => said.push(text), warn() {}, error() {} };
    const provider = localSandbox({ logger });
    onTestFinished(() => provider.close());
    await provider.start();
    expect(said.join("\n")).toContain("control groups");
  });
});
