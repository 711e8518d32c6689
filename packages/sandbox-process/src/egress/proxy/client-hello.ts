const HANDSHAKE_RECORD = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
const HOST_NAME = 0;
/** A ClientHello with post-quantum keys has some 2 kB. */
const MOST_BYTES = 65_536;

/** What the first bytes of a tunnel are. */
export type Greeting =
  | { readonly type: "tls"; readonly serverName: string | null }
  | { readonly type: "other" }
  | { readonly type: "incomplete" }
  /** TLS with an invalid ClientHello. */
  | { readonly type: "unreadable" };

/** Reads big-endian numbers and blocks of bytes. Throws `RangeError` past the end. */
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

  /** Reads a length of `width` bytes, and as many bytes. */
  block(width: number): Buffer {
    return this.take(this.number(width));
  }
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

const RECORD_HEADER_BYTES = 5;
const MESSAGE_HEADER_BYTES = 4;

/**
 * Reads the server name of a TLS ClientHello (RFC 8446, 4.1.2; RFC 6066, 3) as its bytes arrive. It may be spread over any number of
 * records (5.1) and chunks: each byte is read once.
 */
export class GreetingReader {
  private size = 0;
  /** The header of the current record, as far as it was read. */
  private readonly header: number[] = [];
  /** Unread bytes of the record. */
  private left = 0;
  /** The type and the length of the message. */
  private readonly head: number[] = [];
  private readonly parts: Buffer[] = [];
  private length = 0;
  private found: Greeting | null = null;

  /** Adds bytes and classifies all bytes so far. */
  add(bytes: Buffer): Greeting {
    this.found ??= this.read(bytes);
    return this.found ?? { type: this.size > MOST_BYTES ? "unreadable" : "incomplete" };
  }

  private read(bytes: Buffer): Greeting | null {
    for (let at = 0; at < bytes.length;) {
      if (this.left === 0) {
        const byte = bytes.readUInt8(at);
        if (this.header.length === 0 && byte !== HANDSHAKE_RECORD)
          return { type: this.size === 0 ? "other" : "unreadable" };
        this.addToHeader(byte);
        at += 1;
        this.size += 1;
        continue;
      }
      const part = bytes.subarray(at, at + this.left);
      at += part.length;
      this.size += part.length;
      this.left -= part.length;
      const found = this.addToMessage(part);
      if (found !== null) return found;
    }
    return null;
  }

  private addToHeader(byte: number): void {
    this.header.push(byte);
    if (this.header.length < RECORD_HEADER_BYTES) return;
    this.left = Buffer.from(this.header).readUInt16BE(3);
    this.header.length = 0;
  }

  private addToMessage(part: Buffer): Greeting | null {
    this.parts.push(part);
    this.length += part.length;
    this.head.push(...part.subarray(0, MESSAGE_HEADER_BYTES - this.head.length));
    if (this.head[0] !== CLIENT_HELLO) return { type: "unreadable" };
    if (this.head.length < MESSAGE_HEADER_BYTES) return null;
    const length = Buffer.from(this.head).readUIntBE(1, 3);
    if (length > MOST_BYTES) return { type: "unreadable" };
    const end = MESSAGE_HEADER_BYTES + length;
    if (this.length < end) return null;
    try {
      const message = Buffer.concat(this.parts);
      return { type: "tls", serverName: serverNameOf(message.subarray(MESSAGE_HEADER_BYTES, end)) };
    } catch {
      return { type: "unreadable" };
    }
  }
}
