import { Transform, type TransformCallback } from "node:stream";
import { readGreeting } from "./client-hello.ts";

/**
 * Passes a client's bytes on, and none before it is known that they are no TLS greeting for another host than the tunnel's: many hosts stand
 * behind one address, and the name in the greeting picks among them. A refusal is an error of the stream.
 */
export class ServerNameGuard extends Transform {
  /** Null once it is known. */
  private held: Buffer[] | null = [];

  constructor(
    private readonly host: string,
    private readonly onRefused: (reason: string) => void,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    if (this.held === null) {
      done(null, chunk);
      return;
    }
    this.held.push(chunk);
    const bytes = Buffer.concat(this.held);
    const greeting = readGreeting(bytes);
    const isOther =
      greeting.type === "tls" &&
      greeting.serverName !== null &&
      greeting.serverName.toLowerCase() !== this.host;
    if (isOther) this.refuse("TLS inside of the tunnel is for another host", done);
    else if (greeting.type === "unreadable") this.refuse("TLS inside of the tunnel cannot be read", done);
    else if (greeting.type === "incomplete") done();
    else {
      this.held = null;
      done(null, bytes);
    }
  }

  override _flush(done: TransformCallback): void {
    // The client ended before its greeting did: nothing of it is passed on.
    done();
  }

  private refuse(reason: string, done: TransformCallback): void {
    this.onRefused(reason);
    done(new Error(reason));
  }
}
