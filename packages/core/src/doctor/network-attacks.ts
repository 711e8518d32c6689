import type { Attack } from "./attack.ts";

const tcp = (address: string) => `timeout 8 bash -c 'exec 3<>/dev/tcp/${address}/'"$PORT"' && cat <&3'`;

/** A datagram socket is connected without a packet: it works when the address can be reached at all. */
const route = (family: string, address: string) =>
  `perl -e 'use Socket; use Socket "inet_pton"; socket($s, ${family}, SOCK_DGRAM, 0) and connect($s, ${address}) and print "ESCAPED\\n"'`;
const to4 = (address: string) => route("AF_INET", `pack_sockaddr_in(80, inet_aton("${address}"))`);
const to6 = (address: string) =>
  route("AF_INET6", `pack_sockaddr_in6(80, inet_pton(AF_INET6, "${address}"))`);

/** At a network, where the workspace has none. */
export const NETWORK_ATTACKS: readonly Attack[] = [
  { name: "reach a server of the host on its loopback", script: tcp("127.0.0.1") },
  { name: "reach it by IPv6", script: tcp("::1"), needs: "IPv6" },
  { name: "reach it by the host's own address", script: tcp("'\"$HOST_ADDRESS\"'"), needs: "a network" },
  {
    // Connected, so that it fails at once if nobody listens.
    name: "send datagrams, as names are asked for",
    script: `perl -e 'use Socket; alarm 8; $to = pack_sockaddr_in($ENV{PORT}, inet_aton("127.0.0.1")); socket($s, AF_INET, SOCK_DGRAM, 0) and connect($s, $to) and send($s, "x", 0) and defined recv($s, $b, 512, 0) and print $b'`,
  },
  { name: "find a way to an address of the internet", script: to4("192.0.2.1"), needs: "a network" },
  { name: "find a way to the metadata of a cloud", script: to4("169.254.169.254"), needs: "a network" },
  { name: "find a way to an address of IPv6", script: to6("2001:db8::1"), needs: "a network with IPv6" },
  {
    name: "have its name servers told",
    script: "grep -qE '^nameserver' /etc/resolv.conf && echo ESCAPED",
    needs: "name servers",
  },
  {
    name: "see the host's interfaces",
    script: "grep -vE '^ *lo:|\\|' /proc/net/dev | grep -q : && echo ESCAPED",
    needs: "a network",
  },
];
