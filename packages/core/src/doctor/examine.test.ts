import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { memoryVolumes } from "../memory/index.ts";
import { scriptedSandboxes } from "../testing/index.ts";
import { ESCAPED } from "./attack.ts";
import { examine, type Finding } from "./examine.ts";
import { HOST_TARGETS } from "./host-targets.ts";
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
  const nothing: OnHost = async (script) => ({ stdout: script === "mktemp -d" ? "/tmp/targets\n" : "" });
  const found = Array.fromAsync(examine({ provider, volumes: memoryVolumes(), onHost: nothing }));
  await expect(found).rejects.toThrow(/need perl/);
});

test("a host that makes no folder for the targets, as where the script is cut off, runs no other script", async () => {
  const scripts: string[] = [];
  const cutOff: OnHost = async (script) => {
    scripts.push(script);
    return { stdout: "" };
  };
  const provider = scriptedSandboxes();
  const found = Array.fromAsync(examine({ provider, volumes: memoryVolumes(), onHost: cutOff }));
  await expect(found).rejects.toThrow(/no temporary folder/);
  expect(scripts).toEqual(["mktemp -d"]);
});

test("all else is closed where the sandbox cannot be, and the failure is reported", async () => {
  const scripts: string[] = [];
  const closed: string[] = [];
  const volumes = memoryVolumes();
  const found = Array.fromAsync(
    examine({
      provider: { ...scriptedSandboxes(), close: () => Promise.reject(new Error("no engine")) },
      volumes: { ...volumes, close: async () => void closed.push("volumes") },
      onHost: (script, options) => {
        scripts.push(script);
        return onHost(script, options);
      },
    }),
  );
  await expect(found).rejects.toThrow("no engine");
  expect(scripts.at(-1)).toContain("rm -rf");
  expect(closed).toEqual(["volumes"]);
});

test("an aborted examination ends with the reason, and says nothing of the attack that was cut off", async () => {
  const stopping = new AbortController();
  const found: Finding[] = [];
  const provider = scriptedSandboxes(async ({ command, abortSignal }) => {
    if (command === "echo alive") return { stdout: "alive\n" };
    if (!command.endsWith("echo TRIED")) return {};
    stopping.abort(new Error("stopped"));
    expect(abortSignal?.aborted).toBe(true);
    return { stdout: ESCAPED };
  });
  const examining = async () => {
    const { signal } = stopping;
    for await (const each of examine({ provider, volumes: memoryVolumes(), onHost, signal }))
      found.push(each);
  };
  await expect(examining()).rejects.toThrow("stopped");
  expect(found.filter(({ subject }) => subject !== "the host's namespaces")).toEqual([]);
});

test("what attacks aim at ends and is removed when the process that started it is gone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "targets-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { stdout } = spawnSync("bash", ["-c", 'bash -c "$1"; true', "bash", HOST_TARGETS], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", SECRET: "x", ABSTRACT: `targets-${crypto.randomUUID()}` },
  });
  const pid = Number(/^HOST_PID=(\d+)$/m.exec(stdout)?.[1]);
  expect(pid).toBeGreaterThan(0);
  await expect.poll(() => existsSync(folder)).toBe(false);
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
