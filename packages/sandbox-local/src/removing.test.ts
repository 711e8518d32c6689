import { execFile } from "node:child_process";
import { chmod, chown, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { whyNoBubblewrap } from "./bubblewrap.test-support.ts";
import { localSandbox } from "./index.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

const NOBODY = 65_534;
const isSkipped = skips(
  "what ordinary users remove",
  process.getuid?.() === 0 ? await whyNoBubblewrap() : "only root can become another user for a moment",
);

/** Relative names reach deeper than any path. */
const MAKE_DEEP = `const name = "d".repeat(200); for (let depth = 0; depth < 30; depth++) { require("fs").mkdirSync(name); process.chdir(name); }`;

it("a workspace is removed whose home folder is deeper than any path", async () => {
  const dir = await newFolder();
  const provider = localSandbox({ dir, isolation: "none" });
  await provider.start();
  onTestFinished(() => provider.close());
  const home = join(dir, "workspaces/ws_1/home");
  await mkdir(home, { recursive: true });
  await promisify(execFile)(process.execPath, ["-e", MAKE_DEEP], { cwd: home });
  await provider.remove("ws_1");
  expect(await readdir(join(dir, "workspaces"))).toEqual([]);
});

describe.skipIf(isSkipped)("a server of an ordinary user", () => {
  it("removes locked folders of a workspace, and nothing through a link", async () => {
    const top = await newFolder();
    const dir = join(top, "sandboxes");
    const provider = localSandbox({ dir });
    await provider.start();
    onTestFinished(() => provider.close());
    for (const path of [top, dir]) await chmod(path, 0o755);
    await mkdir(join(top, "outside"), { mode: 0o555 });
    await mkdir(join(dir, "workspaces"));
    await chown(join(dir, "workspaces"), NOBODY, NOBODY);
    process.setegid?.(NOBODY);
    process.seteuid?.(NOBODY);
    onTestFinished(() => {
      process.seteuid?.(0);
      process.setegid?.(0);
    });
    const home = join(dir, "workspaces/ws_1/home");
    await mkdir(join(home, "go/pkg/mod"), { recursive: true });
    await writeFile(join(home, "go/pkg/mod/file"), "x");
    await symlink(join(top, "outside"), join(home, "go/pkg/link"));
    for (const [path, mode] of [
      ["go/pkg/mod", 0o000],
      ["go/pkg", 0o555],
      ["go", 0o555],
    ] as const)
      await chmod(join(home, path), mode);
    await provider.remove("ws_1");
    expect(await readdir(join(dir, "workspaces"))).toEqual([]);
    expect(await readdir(join(top, "outside"))).toEqual([]);
  });
});
