import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import type { EscapesUnderTest } from "@workspace-agent/core/testing";

/** The text of a file of each process of this host, in containers too. */
async function ofAllProcesses(file: "environ" | "cmdline"): Promise<{ pid: number; text: string }[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const read = (pid: number) => readFile(`/proc/${pid}/${file}`, "latin1").catch(() => "");
  return Promise.all(ids.map(async (pid) => ({ pid, text: await read(pid) })));
}

/** A text that no other process of this host has in its environment. */
export const aMarker = () => `marker-${crypto.randomUUID()}`;

/** The processes of this host that have a text in their environment, in containers too. */
export async function processesWith(text: string): Promise<number[]> {
  const all = await ofAllProcesses("environ");
  return all.filter((process) => process.text.includes(text)).map(({ pid }) => pid);
}

/** The arguments of all processes of this host, in containers too. */
export async function argumentsOfAll(): Promise<string> {
  const all = await ofAllProcesses("cmdline");
  return all.map(({ text }) => text.replaceAll("\0", " ")).join("\n");
}

/** Runs a script with the rights of the service. Returns its output, whatever its exit code. */
export const onHost: EscapesUnderTest["onHost"] = (script, { folder, env }) =>
  new Promise((resolve) => {
    const path = process.env["PATH"] ?? "";
    execFile(
      "/bin/bash",
      ["--norc", "-c", script],
      { cwd: folder, env: { PATH: path, ...env } },
      (_, stdout) => resolve({ stdout }),
    );
  });
