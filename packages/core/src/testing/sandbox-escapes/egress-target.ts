/** The address of the host that stands for the public internet in these tests: as other addresses of its loopback, a server listens there. */
export const PUBLIC_ADDRESS = "127.0.0.2";

/**
 * A web server on all addresses of the host. By `PUBLIC_ADDRESS` it answers with `public`, and sends whoever asks for `/to/<authority>` on to there; by every
 * other address, and to whoever asks for the host `hidden.test`, it answers with the secret. Prints its place as shell variables, and goes on.
 */
export const EGRESS_TARGET = String.raw`
set -e
cat > web.pl <<'END'
use strict; use Socket; use Socket "inet_pton", "inet_ntop";
my $server;
socket($server, AF_INET6, SOCK_STREAM, 0) and bind($server, pack_sockaddr_in6(0, inet_pton(AF_INET6, "::")))
  or socket($server, AF_INET, SOCK_STREAM, 0) && bind($server, pack_sockaddr_in(0, INADDR_ANY)) or die;
my $port = unpack("x2 n", getsockname($server));
listen($server, 64);
open my $ready, ">", "web.new" or die; print $ready $port; close $ready; rename "web.new", "web";
while (1) {
  accept(my $client, $server) or next;
  my ($head, $piece) = ("");
  eval {
    local $SIG{ALRM} = sub { die }; alarm 5;
    $head .= $piece while $head !~ /\r\n\r\n/ && sysread($client, $piece, 4096);
    my $own = getsockname($client);
    my $address = length $own > 16 ? inet_ntop(AF_INET6, (unpack_sockaddr_in6($own))[1]) : inet_ntoa((sockaddr_in($own))[1]);
    my ($status, $extra, $body) = ("200 OK", "", "$ENV{SECRET}\n");
    if ($address =~ /(^|:)$ENV{PUBLIC_ADDRESS}$/ && $head !~ /\r\nHost: hidden\.test\r\n/) {
      $body = "public\n";
      ($status, $extra) = ("302 Found", "Location: http://$1/\r\n") if $head =~ m{^GET (?:http://[^/]+)?/to/(\S+) };
    }
    syswrite($client, "HTTP/1.1 $status\r\n" . $extra . "Content-Length: " . length($body) . "\r\nConnection: close\r\n\r\n$body");
    alarm 0;
  };
  close $client;
}
END
perl web.pl </dev/null >/dev/null 2>&1 &
pid=$!
until [ -s web ]; do kill -0 $pid; sleep 0.02; done
printf '%s\n' "WEB_PID=$pid" "WEB=$(cat web)"
`;
