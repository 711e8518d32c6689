import { describe, expect, it } from "vitest";
import { beats, codeOf, eventually, isThere, makeGiven, start, textOf, unique, type Given } from "./given.ts";

export function lifecycleSuite({ made, aGiven }: Given): void {
  describe("the place of a workspace", () => {
    it("is found again by the same spec", async () => {
      const { sandbox, spec } = await aGiven();
      await sandbox.run({ command: "echo here > /tmp/f" });
      const again = await made().provider.open(spec);
      expect((await again.run({ command: "cat /tmp/f" })).stdout).toBe("here\n");
      const [one, two] = await Promise.all([made().provider.open(spec), made().provider.open(spec)]);
      expect((await one.run({ command: "cat /tmp/f" })).stdout).toBe("here\n");
      expect((await two.run({ command: "cat /tmp/f" })).stdout).toBe("here\n");
    });

    it("is one when it is opened by many at once", async () => {
      const { provider } = made();
      const { spec, workspaceId } = await aGiven();
      await provider.remove(workspaceId);
      const opened = await Promise.all(Array.from({ length: 8 }, () => provider.open(spec)));
      await Promise.all(opened.map((sandbox, index) => sandbox.run({ command: `echo x > /tmp/${index}` })));
      expect((await opened[0]?.run({ command: "ls /tmp | wc -l" }))?.stdout.trim()).toBe("8");
    });

    it("is replaced when the spec changes: the commands of the old one end", async () => {
      const place = await aGiven();
      const { ended } = start(place.sandbox, { command: beats("beats") });
      await eventually("the command runs", () => isThere(place.files, "beats"));
      const [workspace] = place.spec.mounts;
      const mounts = workspace === undefined ? [] : [{ ...workspace, access: "read" as const }];
      const changed = await made().provider.open({ ...place.spec, mounts });
      expect(await ended).toEqual({ exitCode: 137 });
      expect((await changed.run({ command: "echo x > f" })).exitCode).not.toBe(0);
      expect((await changed.run({ command: "ls /mnt/afs" })).exitCode).not.toBe(0);
      const late = place.sandbox.run({ command: "echo x > /mnt/afs/late" });
      expect(await codeOf(late)).toBe("sandbox_unavailable");
      expect(await place.shared.stat("late")).toBeNull();
    });

    it("is not made again by a handle that outlived it", async () => {
      const { provider } = made();
      const { sandbox, files, workspaceId } = await aGiven();
      await sandbox.run({ command: "true" });
      await provider.remove(workspaceId);
      expect(await codeOf(sandbox.run({ command: "echo x > late" }))).toBe("sandbox_unavailable");
      expect(await files.stat("late")).toBeNull();
      expect(provider.state(workspaceId)).toBe("stopped");
    });

    it("is running after a command and stopped when it was removed", async () => {
      const { provider } = made();
      const { sandbox, workspaceId } = await aGiven();
      await sandbox.run({ command: "true" });
      expect(provider.state(workspaceId)).toBe("running");
      await provider.remove(workspaceId);
      expect(provider.state(workspaceId)).toBe("stopped");
      expect(provider.state("ws_unknown")).toBe("stopped");
    });

    it("is stopped at once when it is idle, where the provider can do that, and starts with the next command", async () => {
      const { provider } = made();
      const { sandbox, files, workspaceId } = await aGiven();
      const stop = new AbortController();
      const { ended } = start(sandbox, { command: beats("beats"), abortSignal: stop.signal });
      await eventually("the command runs", () => isThere(files, "beats"));
      provider.stopIdle?.(workspaceId);
      provider.stopIdle?.("ws_unknown");
      expect((await sandbox.run({ command: "echo beside" })).stdout).toBe("beside\n");
      stop.abort();
      expect(await ended).toEqual({ exitCode: 137 });
      provider.stopIdle?.(workspaceId);
      const idle = provider.stopIdle === undefined ? "running" : "stopped";
      await eventually("it stops", async () => provider.state(workspaceId) === idle);
      expect((await sandbox.run({ command: "echo again" })).stdout).toBe("again\n");
      expect(provider.state(workspaceId)).toBe("running");
    });

    it("leaves nothing but the volumes when it is removed", async () => {
      const { provider, hostProcesses } = made();
      const marker = unique("MARK");
      const place = await aGiven();
      await place.sandbox.run({ command: "echo x > /tmp/f; echo y > ~/f; echo z > kept" });
      const running = [1, 2].map((index) =>
        start(place.sandbox, { command: beats(`beats${index}`), env: { MARKER: marker } }),
      );
      for (const index of [1, 2]) await eventually("it runs", () => isThere(place.files, `beats${index}`));
      await provider.remove(place.workspaceId);
      expect((await hostProcesses?.(marker)) ?? []).toEqual([]);
      for (const { ended } of running) expect(await ended).toEqual({ exitCode: 137 });
      const again = await provider.open(place.spec);
      expect((await again.run({ command: "cat /tmp/f ~/f" })).stdout).toBe("");
      expect(await textOf(place.files, "kept")).toBe("z\n");
      await provider.remove(place.workspaceId);
      await provider.remove(place.workspaceId);
      await provider.remove("ws_unknown");
    });

    it("is not opened with an image where there are none", async () => {
      if (made().hasImages !== true) {
        expect(await codeOf(aGiven({ image: "some/image" }))).toBe("sandbox_unavailable");
      }
    });
  });

  describe("a provider", () => {
    it("whose engine is missing says so at the start, and opens nothing", async () => {
      const { withoutEngine } = made();
      if (withoutEngine === undefined) throw new Error("`withoutEngine` is missing: this part needs it.");
      expect(await codeOf(withoutEngine.start())).toBe("sandbox_unavailable");
      const open = makeGiven({ ...made(), provider: withoutEngine }).then(({ sandbox }) =>
        sandbox.run({ command: "true" }),
      );
      expect(await codeOf(open)).toBe("sandbox_unavailable");
      await withoutEngine.close();
    });
  });
}
