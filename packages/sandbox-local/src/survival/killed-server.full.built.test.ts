import { expect, it } from "vitest";
import { whyNoBubblewrap } from "../bubblewrap.test-support.ts";
import { serverToKill } from "./killed-server.test-support.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";

const ROUNDS = 50;
const TOGETHER = 2;
/** The most commands that a round waits for. */
const MOST_COMMANDS = 40;

const isSkipped = skips("servers that are killed 50 times", await whyNoBubblewrap());

it.skipIf(isSkipped)(
  `the local sandbox leaves nothing when its server is killed ${ROUNDS} times at random moments`,
  async () => {
    let longest = 0;
    for (let round = 0; round < ROUNDS; round += TOGETHER) {
      await Promise.all(
        Array.from({ length: TOGETHER }, async (_, index) => {
          const server = await serverToKill();
          await server.beginning(((round + index) * 7) % MOST_COMMANDS);
          process.kill(server.pid, "SIGKILL");
          const killed = performance.now();
          await expect.poll(() => server.others(), { interval: 20 }).toEqual([]);
          longest = Math.max(longest, performance.now() - killed);
        }),
      );
    }
    console.log(`the last process was gone ${Math.round(longest)} ms after its server was killed`);
  },
  300_000,
);
