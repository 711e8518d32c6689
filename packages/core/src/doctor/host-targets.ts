/**
 * What attacks aim at: a process of the host with a secret in its environment and its arguments, a file with it, and servers that
 * answer with it: TCP and UDP on all addresses, a unix socket and an abstract one. Prints their places as shell variables, and goes on
 * until it is killed. It ends and removes its folder by itself a second after the process that ran the script is gone.
 */
export const HOST_TARGETS = String.raw`
set -e
printf '%s\n' "$SECRET" > secret
cat > targets.pl <<'END'
use strict; use Socket; use Socket "inet_pton";
my ($secret, $owner) = ("$ENV{SECRET}\n", $ARGV[1]);
my ($tcp, $udp, $file, $abstract);
socket($tcp, AF_INET6, SOCK_STREAM, 0) and bind($tcp, pack_sockaddr_in6(0, inet_pton(AF_INET6, "::")))
  or socket($tcp, AF_INET, SOCK_STREAM, 0) && bind($tcp, pack_sockaddr_in(0, INADDR_ANY)) or die;
my $port = unpack("x2 n", getsockname($tcp));
socket($udp, AF_INET, SOCK_DGRAM, 0) and bind($udp, pack_sockaddr_in($port, INADDR_ANY)) or die;
socket($file, AF_UNIX, SOCK_STREAM, 0) and bind($file, pack_sockaddr_un("$ENV{PWD}/socket")) or die;
socket($abstract, AF_UNIX, SOCK_STREAM, 0) and bind($abstract, pack_sockaddr_un("\0$ENV{ABSTRACT}")) or die;
listen($_, 64) for $tcp, $file, $abstract;
open my $ready, ">", "port.new" or die; print $ready $port; close $ready; rename "port.new", "port";
while (1) {
  my $set = ""; vec($set, fileno($_), 1) = 1 for $tcp, $udp, $file, $abstract;
  select(my $readable = $set, undef, undef, 1);
  kill 0, $owner or exec "rm", "-rf", $ENV{PWD};
  for my $socket ($tcp, $file, $abstract) {
    next unless vec($readable, fileno($socket), 1);
    accept(my $client, $socket) or next;
    syswrite($client, $secret); close $client;
  }
  if (vec($readable, fileno($udp), 1)) { my $from = recv($udp, my $asked, 512, 0); send($udp, $secret, 0, $from) if $from }
}
END
chmod 644 secret
perl targets.pl "$SECRET" "$PPID" </dev/null >/dev/null 2>&1 &
pid=$!
until [ -s port ]; do kill -0 $pid; sleep 0.02; done
printf '%s\n' "HOST_PID=$pid" "PORT=$(cat port)" "HOST_ADDRESS=$(hostname -I 2>/dev/null | cut -d' ' -f1)"
`;
