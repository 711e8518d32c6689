import type { Attack } from "./attack.ts";

const open = (address: string) =>
  `use Socket; socket($s, AF_UNIX, SOCK_STREAM, 0) and connect($s, pack_sockaddr_un(${address})) and print <$s>`;

/** At the host's files, and at what listens there by a name in the file system. */
export const FILE_ATTACKS: readonly Attack[] = [
  { name: "read a file of the host", script: 'cat "$SECRET_FILE"' },
  { name: "read it by a path that leads up", script: 'cat "/usr/../../../..$SECRET_FILE"' },
  { name: "read it through a link", script: 'ln -sfn "$SECRET_FILE" link; cat link' },
  {
    name: "read it through a linked folder",
    script: 'ln -sfn "$(dirname "$SECRET_FILE")" dir; cat dir/secret',
  },
  {
    name: "read it through a link that was left by the host",
    prepare: 'ln -sfn "$SECRET_FILE" left',
    script: "cat left",
  },
  { name: "take it over by a hard link", script: 'rm -f hard; ln "$SECRET_FILE" hard && cat hard' },
  { name: "read it through the root of a process", script: 'cat "/proc/$HOST_PID/root$SECRET_FILE"' },
  { name: "read it through the working directory of a process", script: 'cat "/proc/$HOST_PID/cwd/secret"' },
  { name: "change it", script: 'echo ESCAPED >> "$SECRET_FILE" && cat "$SECRET_FILE"' },
  { name: "remove it", script: 'cp "$SECRET_FILE" "$SECRET_FILE.2" && rm "$SECRET_FILE.2" && echo ESCAPED' },
  {
    name: "ask a server of the host through its socket, as the one of Docker is asked",
    script: `perl -e '${open("$ENV{SOCKET}")}'`,
  },
  {
    name: "ask one through a link to its socket",
    script: `ln -sfn "$SOCKET" sock; perl -e '${open('"sock"')}'`,
  },
  { name: "ask one through an abstract socket", script: `perl -e '${open('"\\0$ENV{ABSTRACT}"')}'` },
];
