import { describe, expect, it } from "vitest";
import { bytes, textOf, type Given } from "./given.ts";

export function mountsSuite({ sharedGiven }: Given): void {
  describe("a mounted volume", () => {
    it("shows inside what is written outside", async () => {
      const { sandbox, files, shared } = await sharedGiven();
      await files.write("dir/with space/f.txt", bytes("Grüße\n"));
      await shared.write("all.txt", bytes("shared\n"));
      await shared.write("skills/one/SKILL.md", bytes("# One\n"));
      const command = "cat 'dir/with space/f.txt' /mnt/afs/all.txt /mnt/skills/one/SKILL.md";
      expect((await sandbox.run({ command })).stdout).toBe("Grüße\nshared\n# One\n");
      await files.write("dir/with space/f.txt", bytes("new\n"));
      await files.remove("dir/with space");
      await files.write("later", bytes("x"));
      expect((await sandbox.run({ command: "find . -type f; ls dir" })).stdout).toBe("./later\n");
    });

    it("shows outside what is written inside", async () => {
      const { sandbox, files, shared } = await sharedGiven();
      const command = [
        "mkdir -p a/b && printf 'one\\n' > a/b/f && printf 'two\\n' >> a/b/f",
        "cp a/b/f /mnt/afs/copy && mv a/b/f a/moved && rmdir a/b",
        "echo gone > removed && rm removed",
      ].join("\n");
      expect(await sandbox.run({ command })).toMatchObject({ exitCode: 0, stderr: "" });
      expect(await textOf(files, "a/moved")).toBe("one\ntwo\n");
      expect(await textOf(shared, "copy")).toBe("one\ntwo\n");
      const { entries } = await files.list("", { recursive: true });
      expect(entries.map(({ path }) => path)).toEqual(["a", "a/moved"]);
    });

    it("keeps every byte of a file that is copied", async () => {
      const { sandbox, files } = await sharedGiven();
      const all = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7 + (index >> 8)) % 256);
      await files.write("binary", all);
      expect((await sandbox.run({ command: "cp binary copy && cat binary > by-cat" })).exitCode).toBe(0);
      for (const path of ["copy", "by-cat"]) {
        expect(await new Response((await files.read(path)).body).bytes()).toEqual(all);
      }
    });

    it("that is read-only refuses every change", async () => {
      const { sandbox, shared } = await sharedGiven();
      await shared.write("skills/one/SKILL.md", bytes("# One\n"));
      const attempts = [
        "echo x > /mnt/skills/new",
        "echo x >> /mnt/skills/one/SKILL.md",
        "rm /mnt/skills/one/SKILL.md",
        "mkdir /mnt/skills/dir",
        "mv /mnt/skills/one /workspace/one",
        "cp /mnt/skills/one/SKILL.md /mnt/skills/copy",
      ];
      for (const command of attempts) {
        const { exitCode, stderr } = await sandbox.run({ command });
        expect({ command, failed: exitCode !== 0, said: stderr !== "" }).toEqual({
          command,
          failed: true,
          said: true,
        });
      }
      await sandbox.run({ command: "rm -rf /mnt/skills/one" });
      const { entries } = await shared.list("", { recursive: true });
      expect(entries.map(({ path }) => path)).toEqual(["skills", "skills/one", "skills/one/SKILL.md"]);
      expect(await textOf(shared, "skills/one/SKILL.md")).toBe("# One\n");
    });

    it("cannot be removed or replaced from inside", async () => {
      const { sandbox, files } = await sharedGiven();
      await files.write("f", bytes("x"));
      expect((await sandbox.run({ command: "cd /; rmdir /mnt/afs; rmdir /workspace" })).exitCode).not.toBe(0);
      expect((await sandbox.run({ command: "cat /workspace/f; ls -d /mnt/afs" })).stdout).toBe("x/mnt/afs\n");
    });

    it("can be searched", async () => {
      const { sandbox, files } = await sharedGiven();
      for (const name of ["one", "two", "three"])
        await files.write(`src/${name}.ts`, bytes(`const ${name} = 1;\n`));
      const grep = await sandbox.run({
        command: "grep -rn 'const t' src | sort; find src -name '*.ts' | wc -l",
      });
      expect(grep.stdout.replaceAll(" ", "")).toBe(
        "src/three.ts:1:constthree=1;\nsrc/two.ts:1:consttwo=1;\n3\n",
      );
    });
  });
}
