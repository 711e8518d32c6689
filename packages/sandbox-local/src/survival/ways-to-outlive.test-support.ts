/** The call ptrace of Linux on x86-64. On other machines these commands do nothing. */
const PTRACE = "sub trace { syscall(101, @_) }";

/** Traces the first process of the sandbox, and makes it clear its parent-death signal by an injected call. */
const CLEAR_DEATH_SIGNAL = `${PTRACE}
my $registers = "\\0" x 216;
my ($ax, $di, $si, $original, $ip) = (10, 14, 13, 15, 16);
trace(0x4206, 1, 0, 0) == 0 and trace(0x4207, 1, 0, 0) == 0 and waitpid(1, 0x40000000) == 1 or exit;
trace(12, 1, 0, $registers);
my @was = unpack("Q27", $registers);
my @now = @was;
@now[$ax, $original, $di, $si] = (157, 0xffffffffffffffff, 1, 0);
$now[$ip] -= 2;
trace(13, 1, 0, pack("Q27", @now));
trace(9, 1, 0, 0);
waitpid(1, 0x40000000);
@was[$ax, $original] = ($was[$original], 0xffffffffffffffff);
$was[$ip] -= 2;
trace(13, 1, 0, pack("Q27", @was));
trace(17, 1, 0, 0);`;

/** Stops a child by tracing it. */
const HOLD_CHILD = `${PTRACE}
my $child = fork;
sleep 300 unless $child;
trace(0x4206, $child, 0, 0); trace(0x4207, $child, 0, 0); waitpid($child, 0x40000000);`;

/** Commands that try to outlive their server, by the file that each makes when it is ready. */
export const WAYS_TO_OUTLIVE: Readonly<Record<string, string>> = {
  forked: "(setsid nohup sleep 300 &); (sleep 300 &); touch forked; sleep 300",
  deaf: "trap '' TERM HUP INT; touch deaf; while :; do sleep 1; done",
  traced: `perl -e '${CLEAR_DEATH_SIGNAL}'; touch traced; (setsid sleep 300 &); sleep 300`,
  held: `perl -e '${HOLD_CHILD} open my $made, ">", "held"; close $made; sleep 300'`,
  stopped: "(sleep 300 & sleep 300 &); touch stopped; kill -STOP 0",
};
