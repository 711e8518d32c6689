import { describe, expect, it } from "vitest";
import { beats, bytes, codeOf, eventually, isThere, start, unique, type Given } from "./given.ts";

export function isolationSuite({ capabilities, made, aGiven, sharedGiven }: Given): void {
  describe("a workspace", () => {
    it("does not see another's files", async () => {
      const [here, there] = [await aGiven(), await aGiven()];
      await here.files.write("secret", bytes("of the first\n"));
      await here.sandbox.run({
        command: "echo s > /tmp/secret; echo s > ~/secret; echo s > /mnt/afs/secret",
      });
      const look = "ls /workspace /tmp ~ /mnt/afs; find / -name secret -not -path '/proc/*' 2>/dev/null";
      expect((await there.sandbox.run({ command: look })).stdout).not.toContain("secret");
    });

    it("does not see another's processes", async () => {
      const [here, there] = [await sharedGiven(), await aGiven()];
      const secret = unique("of_the_first");
      const stop = new AbortController();
      const { ended } = start(here.sandbox, {
        command: `: ${secret}; ${beats("beats")}`,
        env: { SECRET: secret },
        abortSignal: stop.signal,
      });
      await eventually("the command runs", () => isThere(here.files, "beats"));
      const look = "cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null; true";
      expect((await there.sandbox.run({ command: look })).stdout).not.toContain(secret);
      stop.abort();
      await ended;
    });

    it("has no route to a network", async () => {
      const { sandbox } = await sharedGiven();
      for (const address of ["192.0.2.1/80", "169.254.169.254/80", "example.com/80", "[2001:db8::1]/80"]) {
        const { exitCode } = await sandbox.run({
          command: `exec 3<>/dev/tcp/${address}`,
          abortSignal: AbortSignal.timeout(20_000),
        });
        expect({ address, exitCode }).toEqual({ address, exitCode: 1 });
      }
      const names = await sandbox.run({
        command: "getent hosts example.com",
        abortSignal: AbortSignal.timeout(20_000),
      });
      expect(names.stdout).toBe("");
      expect(names.exitCode).not.toBe(0);
      expect(names.exitCode).not.toBe(137);
    });

    if (!capabilities.network) {
      it("is not opened with a network", async () => {
        for (const network of ["open", { allow: ["example.com"] }] as const) {
          expect(await codeOf(aGiven({ network }))).toBe("sandbox_unavailable");
        }
      });
    }

    it("cannot write to the system", async () => {
      const { sandbox } = await aGiven();
      const { exitCode } = await sandbox.run({ command: "echo x >> /bin/sh || echo x > /usr/bin/new" });
      if (capabilities.background) expect(exitCode).not.toBe(0);
      const other = await sharedGiven();
      expect((await other.sandbox.run({ command: "ls /usr/bin/new 2>/dev/null; true" })).stdout).toBe("");
    });

    it("keeps the secrets of its commands out of the host's argument lists", async () => {
      const { sandbox, files } = await sharedGiven();
      const secret = unique("secret");
      const stop = new AbortController();
      const { ended } = start(sandbox, {
        command: beats("beats"),
        env: { SECRET: secret },
        abortSignal: stop.signal,
      });
      await eventually("the command runs", () => isThere(files, "beats"));
      expect((await made().hostArguments?.()) ?? "").not.toContain(secret);
      stop.abort();
      await ended;
    });
  });
}
