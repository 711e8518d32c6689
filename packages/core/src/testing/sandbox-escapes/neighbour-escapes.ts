import { describe, expect, it } from "vitest";
import { bytes, makeGiven, textOf } from "../sandbox-contract/given.ts";
import { ESCAPED } from "../../doctor/attack.ts";
import type { EscapeGiven } from "./describe-escapes.ts";

/** Ways to change what was mounted for reading; `$TARGET` is the mount. */
const WRITES = {
  "write into it": 'echo ESCAPED > "$TARGET/kept"',
  "add to it": 'echo ESCAPED > "$TARGET/new"',
  "put another file over it": 'echo ESCAPED > f; mv -f f "$TARGET/kept"',
  "make a link to write through": 'ln -sfn "$TARGET/kept" link; echo ESCAPED > link',
  "change its mode first": 'chmod 777 "$TARGET" "$TARGET/kept"; echo ESCAPED > "$TARGET/kept"',
  "reach it through /proc": 'echo ESCAPED > "/proc/self/root$TARGET/kept"',
  "reach it through an open folder": 'exec 9< "$TARGET"; echo ESCAPED > /proc/self/fd/9/kept',
  "truncate it": 'truncate -s 7 "$TARGET/kept"; echo ESCAPED >> "$TARGET/kept"',
  "mount it again": 'mount -o remount,rw "$TARGET"; echo ESCAPED > "$TARGET/kept"',
};

/** Against other workspaces, and against what this one may only read. */
export function neighbourEscapes(given: EscapeGiven): void {
  describe("at other workspaces: a command", () => {
    it("cannot read their files by any path", async () => {
      const { onHost } = given.made();
      const other = await makeGiven(given.made());
      await other.files.write("secret", bytes(`${ESCAPED}\n`));
      const path = `${other.files.hostPath ?? ""}/secret`;
      const env = { OTHER: path };
      const script = 'cat "$OTHER" "/workspace/../..$OTHER" "/proc/1/root$OTHER"; ln -sfn "$OTHER" l; cat l';
      expect((await onHost(script, { folder: given.hostFolder(), env })).stdout).toContain(ESCAPED);
      const { stdout } = await given.place().sandbox.run({ command: script, env });
      expect(stdout).not.toContain(ESCAPED);
    });

    it("cannot see or end their processes", async () => {
      const other = await makeGiven(given.made());
      const running = await other.sandbox.spawn({ command: "exec -a of_the_neighbour sleep 300" });
      const look = "cat /proc/[0-9]*/cmdline | tr '\\0' '\\n' | grep -q '^of_the_neighbour' && echo ESCAPED";
      const isSeen = async (sandbox: typeof other.sandbox) =>
        (await sandbox.run({ command: look })).stdout.includes(ESCAPED);
      const options = { folder: given.hostFolder(), env: {} };
      await expect.poll(async () => (await given.made().onHost(look, options)).stdout).toContain(ESCAPED);
      expect(await isSeen(given.place().sandbox)).toBe(false);
      await given.place().sandbox.run({ command: "kill -9 -1" });
      await expect(Promise.race([running.wait(), Promise.resolve("runs")])).resolves.toBe("runs");
      await running.kill();
    });
  });

  describe("at what is mounted for reading: a command", () => {
    it.for(Object.entries(WRITES))("cannot %s", async ([, script], context) => {
      const { volumes, provider } = given.made();
      const skills = await volumes.shared("escapes", { root: "skills" });
      await skills.write("kept", bytes("as it was\n"));
      const { spec } = given.place();
      const open = (access: "read" | "write") =>
        provider.open({
          ...spec,
          workspaceId: `${spec.workspaceId}_${access}`,
          mounts: [...spec.mounts.slice(0, 1), { target: "/mnt/afs", volume: skills, access }],
        });
      const options = { command: script, env: { TARGET: "/mnt/afs" } };
      const contents = async () => {
        const { entries } = await skills.list("");
        return Promise.all(entries.map(({ path }) => textOf(skills, path)));
      };
      await (await open("write")).run(options);
      if (!(await contents()).join("").includes(ESCAPED)) {
        console.warn(`\nSKIPPED: "${script}" changes nothing even where it may be written\n`);
        context.skip();
      }
      await skills.write("kept", bytes("as it was\n"));
      if ((await skills.stat("new")) !== null) await skills.remove("new");
      await (await open("read")).run(options);
      expect(await contents()).toEqual(["as it was\n"]);
    });
  });
}
