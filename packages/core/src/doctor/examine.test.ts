import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { memoryVolumes } from "../memory/index.ts";
import { scriptedSandboxes } from "../testing/index.ts";
import { ESCAPED } from "./attack.ts";
import { examine, type Finding } from "./examine.ts";
import { PRIVILEGE_ATTACKS } from "./privilege-attacks.ts";
import type { OnHost } from "./sandbox-under-attack.ts";

/** A host on which every attack works but those that name io_uring's number. */
const onHost: OnHost = async (script) => {
  if (script === "mktemp -d") return { stdout: "/tmp/targets\n" };
  if (script.includes("targets.pl")) return { stdout: "HOST_PID=7\nPORT=8\n" };
  if (script.includes("/proc/self/ns/")) return { stdout: "net:[1]\npid:[2]\n" };
  return { stdout: script.includes("syscall($n, 4, $b)") ? "" : ESCAPED };
};

async function findings(command: (script: string) => string): Promise<readonly Finding[]> {
  const provider = scriptedSandboxes(async ({ command: script }) => {
    if (script === "echo alive") return { stdout: "alive\n" };
    return { stdout: command(script) + (script.endsWith("echo TRIED") ? "TRIED\n" : "") };
  });
  return await Array.fromAsync(examine({ provider, volumes: memoryVolumes(), onHost, dataDir: "/data" }));
}

const named = (found: readonly Finding[], name: string) => found.find((finding) => finding.name === name);

test("an open escape from the sandbox is found, and so are namespaces of the host", async () => {
  const found = await findings((script) => {
    if (script.includes("/proc/self/ns/")) return "net:[1]\npid:[3]\n";
    return script.includes("\ndmesg") ? ESCAPED : "";
  });
  const open = found.filter(({ result }) => result === "escaped");
  expect(open).toEqual([
    { subject: "the host's namespaces", name: "share the namespace net", result: "escaped", reason: null },
    { subject: "the rights of others", name: "read the kernel's messages", result: "escaped", reason: null },
  ]);
  expect(named(found, "share the namespace pid")?.result).toBe("held");
  expect(named(found, "see the folder with it")?.result).toBe("held");
  expect(found.length).toBeGreaterThan(60);
});

test("what cannot be tried counts as unknown, with the reason", async () => {
  const found = await findings((script) => (script.startsWith("for name in perl") ? "dmesg\n" : ""));
  expect(named(found, "read the kernel's messages")).toMatchObject({
    result: "untried",
    reason: "the sandbox has no dmesg",
  });
  expect(named(found, "use io_uring")).toMatchObject({
    result: "untried",
    reason: "this machine has not io_uring",
  });
  expect(named(found, "share the namespace mnt")?.result).toBe("untried");
});

test("a sandbox that runs no command is not said to hold, nor is an attack that was cut off", async () => {
  const dead = scriptedSandboxes(async () => ({ exitCode: 137 }));
  const none = Array.fromAsync(examine({ provider: dead, volumes: memoryVolumes(), onHost }));
  await expect(none).rejects.toThrow(/No command runs/);
  const killing = scriptedSandboxes(async ({ command }) =>
    command === "echo alive" ? { stdout: "alive\n" } : { exitCode: 137 },
  );
  const found = await Array.fromAsync(examine({ provider: killing, volumes: memoryVolumes(), onHost }));
  expect(named(found, "read the kernel's messages")).toMatchObject({
    result: "untried",
    reason: "the command did not come to its end",
  });
});

test("a host without the tools of attacks is reported, and nothing is left open", async () => {
  const provider = scriptedSandboxes();
  const nothing: OnHost = async () => ({ stdout: "" });
  const found = Array.fromAsync(examine({ provider, volumes: memoryVolumes(), onHost: nothing }));
  await expect(found).rejects.toThrow(/need perl/);
});

test("a program of another user that cannot be run, as where programs of a folder cannot, is not an escape", () => {
  const folder = mkdtempSync(join(tmpdir(), "attack-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const attack = PRIVILEGE_ATTACKS.find(({ name }) => name.includes("program that is set to"));
  const { stdout } = spawnSync("bash", ["-c", attack?.script ?? "echo ESCAPED"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stdout).toBe("");
});
