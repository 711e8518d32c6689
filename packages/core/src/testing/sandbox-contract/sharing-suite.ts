import { describe, expect, it } from "vitest";
import { eventually, isThere, type Given } from "./given.ts";

const PORT = 8123;
/** Answers each connection with a line. Perl is in every Debian. */
const SERVER = [
  "perl -MIO::Socket::INET -e '",
  `$s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => ${PORT}, Listen => 5, ReuseAddr => 1) or die $!;`,
  'open(F, ">ready"); print F "x"; close F;',
  'while ($c = $s->accept) { print $c "hello\\n"; close $c }\'',
].join(" ");
const CLIENT = `exec 3<>/dev/tcp/127.0.0.1/${PORT} && cat <&3`;

export function sharingSuite({ capabilities, aGiven, sharedGiven }: Given): void {
  describe("the commands of a workspace", () => {
    it("share /tmp", async () => {
      const { sandbox } = await sharedGiven();
      await sandbox.run({ command: "mkdir -p /tmp/together && echo kept > /tmp/together/f" });
      expect((await sandbox.run({ command: "cat /tmp/together/f" })).stdout).toBe("kept\n");
    });

    it("run many at once", async () => {
      const { sandbox } = await sharedGiven();
      const results = await Promise.all(
        Array.from({ length: 32 }, (_, index) =>
          sandbox.run({
            command: `echo ${index} > /tmp/${index}; sleep 0.05; cat /tmp/${index}; exit ${index}`,
          }),
        ),
      );
      expect(results.map(({ stdout, exitCode }) => `${stdout.trim()} ${exitCode}`)).toEqual(
        Array.from({ length: 32 }, (_, index) => `${index} ${index}`),
      );
    });

    it("append to one file without losing a line", async () => {
      const { sandbox } = await sharedGiven();
      await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          sandbox.run({ command: `for i in 1 2 3 4 5; do echo line-${index}-$i >> log; done` }),
        ),
      );
      expect((await sandbox.run({ command: "sort -u log | wc -l" })).stdout.trim()).toBe("40");
    });

    if (capabilities.background) {
      it("share one loopback network: a server of one is reached by the next", async () => {
        const { sandbox, files } = await sharedGiven();
        const server = await sandbox.spawn({ command: SERVER });
        await eventually("the server listens", () => isThere(files, "ready"));
        expect(await sandbox.run({ command: CLIENT })).toMatchObject({ exitCode: 0, stdout: "hello\n" });
        expect(await sandbox.run({ command: CLIENT })).toMatchObject({ exitCode: 0, stdout: "hello\n" });
        await server.kill();
        expect((await sandbox.run({ command: CLIENT })).exitCode).not.toBe(0);
      });

      it("share it too when they are the first and start at once", async () => {
        const { sandbox, files } = await aGiven();
        const [server] = await Promise.all([
          sandbox.spawn({ command: SERVER }),
          ...Array.from({ length: 4 }, () => sandbox.run({ command: "true" })),
        ]);
        await eventually("the server listens", () => isThere(files, "ready"));
        expect(await sandbox.run({ command: CLIENT })).toMatchObject({ exitCode: 0, stdout: "hello\n" });
        await server.kill();
      });

      it("do not share it with another workspace", async () => {
        const [here, there] = [await sharedGiven(), await aGiven()];
        const server = await here.sandbox.spawn({ command: SERVER });
        await eventually("the server listens", () => isThere(here.files, "ready"));
        expect(await there.sandbox.run({ command: CLIENT })).toMatchObject({ exitCode: 1, stdout: "" });
        await server.kill();
      });
    } else {
      it("have no network among them", async () => {
        const { sandbox } = await sharedGiven();
        expect(await sandbox.run({ command: CLIENT })).toMatchObject({ stdout: "" });
      });
    }
  });
}
