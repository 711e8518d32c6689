import type { Logger } from "@workspace-agent/core";
import { neverStarted } from "@workspace-agent/core/ports";
import { expect, it } from "vitest";
import { killOnAbort } from "./kill-on-abort.ts";

it("a failed kill after an abort is logged, and causes no unhandled rejection", async () => {
  const logged: string[] = [];
  const logger: Logger = { debug() {}, info() {}, warn() {}, error: (_, message) => logged.push(message) };
  const stop = new AbortController();
  const kill = () => Promise.reject(new Error("EPERM"));
  killOnAbort({ ...neverStarted(), wait: () => new Promise(() => {}), kill }, stop.signal, logger);
  stop.abort();
  await Promise.resolve();
  expect(logged).toEqual(["a command could not be killed"]);
});

it("a command that has ended is not killed by a later abort", async () => {
  const stop = new AbortController();
  const killed: string[] = [];
  const process = { ...neverStarted(), kill: async () => void killed.push("killed") };
  killOnAbort(process, stop.signal, { debug() {}, info() {}, warn() {}, error() {} });
  await process.wait();
  await Promise.resolve();
  stop.abort();
  expect(killed).toEqual([]);
});
