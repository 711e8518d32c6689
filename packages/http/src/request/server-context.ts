/** What a server passes besides the `Request`: on `node:http`, also behind Express, its own request and response. */
export interface ServerContext {
  readonly req?:
    | {
        readonly url?: unknown;
        readonly originalUrl?: unknown;
        readonly httpVersion?: unknown;
        /** Names and values alternately, as received. */
        readonly rawHeaders?: unknown;
        readonly socket?: { readonly remoteAddress?: unknown } | null | undefined;
      }
    | undefined;
  /** Its response, which may have headers already. */
  readonly res?:
    | {
        getHeader?(name: string): unknown;
        writeContinue?(): void;
        /** `node:http` sends it itself unless there is a listener of `checkContinue`. */
        readonly _sent100?: unknown;
        shouldKeepAlive?: unknown;
      }
    | undefined;
}

/**
 * Requests the body from a caller that waits with it; null if the server did so already. If the body is never requested, the connection
 * closes after the answer, because the caller may or may not send it.
 */
export function continuing({ req, res }: ServerContext): (() => void) | null {
  // HTTP/1.0 has no expectations (RFC 9110, 10.1.1).
  if (req?.httpVersion === "1.0" || typeof res?.writeContinue !== "function" || res._sent100 === true)
    return null;
  const { shouldKeepAlive } = res;
  res.shouldKeepAlive = false;
  return () => {
    res.shouldKeepAlive = shouldKeepAlive;
    res.writeContinue?.();
  };
}

/** Cookies that the server set: those of an answer would replace them. */
export function cookiesOfServer({ res }: ServerContext): readonly string[] {
  const set = res?.getHeader?.("set-cookie");
  return [set].flat().filter((cookie) => typeof cookie === "string");
}

/** The raw request target, or null if the server does not provide it. */
export function rawTarget({ req }: ServerContext): string | null {
  if (typeof req?.originalUrl === "string") return req.originalUrl;
  return typeof req?.url === "string" ? req.url : null;
}

/** The address of the peer, or null if the server does not provide it. */
export function peerOf({ req }: ServerContext): string | null {
  const address = req?.socket?.remoteAddress;
  return typeof address === "string" ? address : null;
}
