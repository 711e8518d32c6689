import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { whyNoBubblewrap } from "../bubblewrap.test-support.ts";
import { serverToKill, type ServerToKill } from "./killed-server.test-support.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";

const isSkipped = skips("the end of a killed server's commands", await whyNoBubblewrap());

const kill = (pid: number) => process.kill(pid, "SIGKILL");

/** Moments at which to kill a server whose commands try to outlive it. */
const MOMENTS: Readonly<Record<string, (server: ServerToKill) => Promise<void>>> = {
  "when all of them try": (server) => server.untilAllTry(),
  "as it starts the first": (server) => server.beginning(1),
  "as it starts others": (server) => server.beginning(12),
  "after what starts them was killed": async (server) => {
    await server.untilAllTry();
    (await server.childrenWith("__line")).forEach(kill);
  },
  "after what would kill them was killed": async (server) => {
    await server.untilAllTry();
    (await server.childrenWith("__try")).forEach(kill);
  },
  "after what holds their namespaces was killed": async (server) => {
    await server.untilAllTry();
    (await server.childrenWith("exec cat")).forEach(kill);
  },
};

describe.skipIf(isSkipped)("the local sandbox of a killed server", () => {
  it.for(Object.entries(MOMENTS))("leaves nothing %s", async ([, moment]) => {
    const server = await serverToKill();
    await moment(server);
    kill(server.pid);
    await expect.poll(() => server.others()).toEqual([]);
  });

  it("ends even a command that the kernel would not end", async () => {
    const server = await serverToKill();
    await server.untilAllTry();
    const [own = ""] = (await readdir(server.dir)).filter((name) => name.startsWith("server-"));
    const stray = spawn("sleep", ["300"], { argv0: own });
    const ended = once(stray, "exit");
    kill(server.pid);
    expect(await ended).toEqual([null, "SIGKILL"]);
  });
});
