import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startServer } from "../running-server.test-support.ts";
import { describeBackups, runWord } from "./backup.test-support.ts";
import { removeTree } from "./copy-tree.ts";

describeBackups({ sandbox: "interpreter", turns: 2, backups: 1 });

it("a backup or restore that is not possible says why, and a server does not start on half of one", async () => {
  const dir = await mkdtemp(join(tmpdir(), "backups-"));
  onTestFinished(() => removeTree(dir));
  const DATA_DIR = join(dir, "data");
  const refused = (error: unknown) => expect.objectContaining({ code: 1, stderr: error }) as unknown;
  await expect(runWord("backup", join(dir, "backup"), DATA_DIR)).rejects.toEqual(
    refused(expect.stringMatching(/^There is no backup: There is no database to back up: .*\n$/)),
  );
  await expect(runWord("restore", join(dir, "backup"), DATA_DIR)).rejects.toEqual(
    refused(expect.stringMatching(/^The backup was not restored: .* is no complete backup: .*\n$/)),
  );
  await mkdir(DATA_DIR, { recursive: true });
  await writeFile(join(DATA_DIR, "restore-is-incomplete"), "");
  await expect(startServer({ DATA_DIR, MODEL: "rehearsal", SANDBOX: "interpreter" })).rejects.toThrow(
    /The server cannot start: A restore into .* broke off/,
  );
});
