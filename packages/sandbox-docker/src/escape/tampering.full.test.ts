import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { whyNoDocker } from "../docker.test-support.ts";
import { oneWorkspace, type OneWorkspace } from "../one-workspace.test-support.ts";
import { LOOK } from "../worker-script.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";

const isSkipped = skips("tampering with what runs commands", await whyNoDocker());

const PTRACE_SEIZE = "0x4206";
const SEIZE = `$n = \`uname -m\` =~ /x86_64/ ? 101 : 117; exit(syscall($n, ${PTRACE_SEIZE}, 0 + $ARGV[0], 0, 0) < 0)`;

/** Attacks on the process with the id `$1`. */
const AT_A_PROCESS: Readonly<Record<string, string>> = {
  "read its environment": 'cat "/proc/$1/environ"',
  "open its output, to say something in its name": 'exec 5>"/proc/$1/fd/1"',
  "open its input, to take what it receives": 'exec 5<"/proc/$1/fd/0"',
  "list its descriptors": 'ls -l "/proc/$1/fd/" | grep -q -- "->"',
  "read its memory": 'perl -e \'open($m, "<", "/proc/$ARGV[0]/mem") or exit 1\' "$1"',
  "write to its memory": 'perl -e \'open($m, "+<", "/proc/$ARGV[0]/mem") or exit 1\' "$1"',
  "trace it": `perl -e '${SEIZE}' "$1"`,
  "see where its memory is": 'grep -q . "/proc/$1/maps"',
  "change its working directory's files by it": 'ls "/proc/$1/cwd/"',
};

/** Prints `own` where the attack works on the command's own process, and the ids of all others where it does. */
const tried = (attack: string) => `
sleep 60 >/dev/null </dev/null & own=$!
tried() { (${attack}) >/dev/null 2>&1; }
tried $own && echo own
for path in /proc/[0-9]*; do
  pid=\${path#/proc/}
  grep -q '^CapPrm:.*[1-9a-f]$\\|^CapPrm:.*[1-9a-f]0*$' "$path/status" 2>/dev/null || continue
  echo guard >&2
  tried "$pid" && echo "$pid: $(cat /proc/$pid/comm)"
done
kill $own`;

/** A command that reads its worker's reports in its output, and reports its own success. */
const FORGE_THE_END = String.raw`
perl -e '
  open(my $read, "<", "/proc/self/fd/2") or die; open(my $out, ">>", "/proc/self/fd/1"); open(my $err, ">>", "/proc/self/fd/2");
  my $said = ""; alarm 1; $SIG{ALRM} = sub { exit }; 
  while (sysread($read, my $some, 4096)) {
    $said .= $some;
    if ($said =~ /(\x1e[0-9a-f]{32})/) { syswrite($_, "$1E0 0\n$1E0\n") for $err, $out; exit }
  }'
sleep 1; echo "went on"; exit 5`;

describe.skipIf(isSkipped)("a command in a container", () => {
  let given: OneWorkspace;
  beforeAll(async () => {
    given = await oneWorkspace();
    await given.sandbox.run({ command: "true" });
  });
  afterAll(() => given.remove());

  it.for(Object.entries(AT_A_PROCESS))(
    "can do so to its own processes, but not to those that run commands: %s",
    async ([, attack]) => {
      const { stdout, stderr } = await given.sandbox.run({ command: tried(attack) });
      expect(stderr.match(/guard/g)?.length).toBeGreaterThanOrEqual(2);
      expect(stdout).toBe("own\n");
    },
  );

  it("cannot kill or stop the first process", async () => {
    const command = "for s in KILL STOP TERM HUP INT; do kill -$s 1; done; sleep 0.1; cat /proc/1/stat";
    const { stdout } = await given.sandbox.run({ command });
    expect(stdout).toMatch(/^1 \(bash\) [SR]/);
  });

  it("cannot report its own end while it runs on", async () => {
    const { sandbox } = given;
    for (let round = 0; round < 3; round++)
      expect(await sandbox.run({ command: FORGE_THE_END })).toMatchObject({
        exitCode: 5,
        stdout: expect.stringMatching(/went on\n$/) as string,
      });
    expect(await sandbox.run({ command: "echo next" })).toMatchObject({ exitCode: 0, stdout: "next\n" });
  });

  it("cannot fill the server's memory with endless reports", async () => {
    const words = `perl -e '$| = 1; open(my $r, "<", "/proc/self/fd/2"); sleep 1; print "\\x1e" . ("a" x 32) . "x" x 1048576 for 1..64'`;
    const before = process.memoryUsage().rss;
    const running = await given.sandbox.spawn({ command: words });
    let read = 0;
    for await (const chunk of running.stdout) read += chunk.byteLength;
    expect(read).toBe(64 * (33 + 1_048_576));
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1_048_576);
    expect(await running.wait()).toEqual({ exitCode: 0 });
  });

  it("starts in its folder although a command has locked it", async () => {
    const { sandbox } = given;
    await sandbox.run({ command: "chmod 000 /workspace" });
    expect(await sandbox.run({ command: "stat -c %a ." })).toMatchObject({ exitCode: 0 });
  });

  it("leaves at most two of hundreds of processes with the mark of the network", async () => {
    const { sandbox } = given;
    const command =
      "for i in {1..300}; do WORKSPACE_AGENT_MARK=network setsid sleep 9999 >/dev/null 2>&1 & done 2>/dev/null; exit 0";
    await sandbox.run({ command, abortSignal: AbortSignal.timeout(5_000) });
    expect(
      await sandbox.run({ command: "/bin/echo forked; grep -l 9999 /proc/[0-9]*/cmdline" }),
    ).toMatchObject({ stdout: expect.stringMatching(/^forked\n(\/proc\/\d+\/cmdline\n){0,2}$/) as string });
  });

  it.for(["keeper", "network", "worker", "w0123456789ab", ""])(
    "leaves no process with the mark %j",
    async (mark) => {
      const beat = "while :; do echo x >> /workspace/beats; /bin/sleep 0.02; done";
      const hide = `(WORKSPACE_AGENT_MARK='${mark}' setsid bash -c '${beat}' >/dev/null 2>&1 &); until [ -s beats ]; do sleep 0.02; done; exit 4`;
      const { sandbox, volume } = given;
      expect((await sandbox.run({ command: `rm -f beats; ${hide}` })).exitCode).toBe(4);
      const size = async () => (await volume.stat("beats"))?.size ?? 0;
      const first = await size();
      expect(first).toBeGreaterThan(0);
      await sandbox.run({ command: "sleep 0.15" });
      expect(await size()).toBe(first);
    },
  );

  it("cannot hide by changing between running and sleeping", async () => {
    const command = `
${LOOK}
env -i bash -c 'while :; do read -r -t 0.0001 <> <(:); done' & it=$!
until look $it; [[ $owner == '?' ]]; do nap 0.01; done
for ((round = 0; round < 200; round++)); do
  look $it
  [[ $owner == '?' ]] && powerless $it || echo "missed"
done
kill -KILL $it; echo looked`;
    expect(await given.sandbox.run({ command })).toMatchObject({ exitCode: 0, stdout: "looked\n" });
  });

  it("leaves no process when it is interrupted, whatever their mark", async () => {
    const { sandbox } = given;
    const beat = "while :; do echo x >> /workspace/more; /bin/sleep 0.02; done";
    const stop = new AbortController();
    const command = `for mark in keeper network; do (WORKSPACE_AGENT_MARK=$mark setsid nohup bash -c '${beat}' &) ; done; (setsid env -i /bin/bash -c '${beat}' &); sleep 300`;
    const running = await sandbox.spawn({ command, abortSignal: stop.signal });
    const size = async () => (await given.volume.stat("more"))?.size ?? 0;
    await expect.poll(size).toBeGreaterThan(20);
    stop.abort();
    expect(await running.wait()).toEqual({ exitCode: 137 });
    const first = await size();
    await sandbox.run({ command: "sleep 0.15" });
    expect(await size()).toBe(first);
  });

  it("ends although it reads the last report of its worker", async () => {
    const thief = `perl -e 'use POSIX; setsid(); $0 = "thief"; open($r, "<", "/proc/self/fd/1"); open($s, "<", "/proc/self/fd/2"); fork; while (1) { sysread(fork ? $r : $s, $b, 4096); }'`;
    const own = await oneWorkspace();
    onTestFinished(own.remove);
    const running = await own.sandbox.spawn({
      command: `(env -i /usr/bin/${thief} &); sleep 0.3; touch over`,
    });
    await expect.poll(() => own.volume.stat("over")).not.toBeNull();
    // The worker has time to report the end. This fails where the thief blocks other commands.
    await own.sandbox.run({ command: "sleep 0.3" }).catch(() => undefined);
    await running.kill();
    const { stdout } = await own.sandbox.run({ command: "cat /proc/[0-9]*/comm" });
    expect(stdout).not.toMatch(/perl|thief/);
  });
});
