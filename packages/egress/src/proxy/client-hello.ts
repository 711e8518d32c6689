const HANDSHAKE_RECORD = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
const HOST_NAME = 0;
/** With the keys of post-quantum exchanges a greeting has some 2 kB; this is far above. */
const MOST_BYTES = 65_536;

/** What the first bytes of a tunnel are. */
export type Greeting =
  /** TLS for this name, or for none. */
  | { readonly type: "tls"; readonly serverName: string | null }
  | { readonly type: "other" }
  | { readonly type: "incomplete" }
  /** It begins as TLS and cannot be read to the end. */
  | { readonly type: "unreadable" };

/** Reads big-endian numbers and what they measure. Throws `RangeError` past the end. */
class Reader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  number(width: number): number {
    const value = this.bytes.readUIntBE(this.at, width);
    this.at += width;
    return value;
  }

  take(length: number): Buffer {
    if (this.at + length > this.bytes.length) throw new RangeError("The message ends too early.");
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** What a length of so many bytes stands before. */
  block(width: number): Buffer {
    return this.take(this.number(width));
  }
}

/** The handshake's bytes of the whole records (RFC 8446, 5.1) at the start; null where one is of another kind. */
function handshakeBytes(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; at + 5 <= bytes.length;) {
    if (bytes[at] !== HANDSHAKE_RECORD) return null;
    const end = at + 5 + bytes.readUInt16BE(at + 3);
    // A part of a record is of use too: the greeting may end in it.
    parts.push(bytes.subarray(at + 5, Math.min(end, bytes.length)));
    at = end;
  }
  return Buffer.concat(parts);
}

function serverNameOf(body: Buffer): string | null {
  const hello = new Reader(body);
  hello.take(2 + 32);
  hello.block(1);
  hello.block(2);
  hello.block(1);
  if (hello.isAtEnd) return null;
  const extensions = new Reader(hello.block(2));
  const names: string[] = [];
  while (!extensions.isAtEnd) {
    const type = extensions.number(2);
    const content = extensions.block(2);
    if (type !== SERVER_NAME) continue;
    const list = new Reader(new Reader(content).block(2));
    while (!list.isAtEnd) {
      if (list.number(1) !== HOST_NAME) throw new RangeError("A name of an unknown kind.");
      names.push(list.block(2).toString("latin1"));
    }
  }
  if (names.length > 1) throw new RangeError("More than one name.");
  return names[0] ?? null;
}

/** Looks for the name of a TLS ClientHello (RFC 8446, 4.1.2; RFC 6066, 3) in the first bytes of a connection. */
export function readGreeting(bytes: Buffer): Greeting {
  if (bytes.length === 0) return { type: "incomplete" };
  if (bytes[0] !== HANDSHAKE_RECORD) return { type: "other" };
  const more = { type: bytes.length > MOST_BYTES ? "unreadable" : "incomplete" } as const;
  const message = handshakeBytes(bytes);
  if (message === null) return { type: "unreadable" };
  if (message.length > 0 && message[0] !== CLIENT_HELLO) return { type: "unreadable" };
  if (message.length < 4) return more;
  const length = message.readUIntBE(1, 3);
  if (length > MOST_BYTES) return { type: "unreadable" };
  if (message.length < 4 + length) return more;
  try {
    return { type: "tls", serverName: serverNameOf(message.subarray(4, 4 + length)) };
  } catch {
    return { type: "unreadable" };
  }
}
