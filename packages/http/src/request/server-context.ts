/** What a server hands over beside a `Request`: on `node:http`, also behind Express, its own request. */
export interface ServerContext {
  readonly req?:
    | {
        readonly url?: unknown;
        readonly originalUrl?: unknown;
        readonly httpVersion?: unknown;
        /** Names and values in turn, as they came. */
        readonly rawHeaders?: unknown;
        readonly socket?: { readonly remoteAddress?: unknown } | null | undefined;
      }
    | undefined;
  /** Its own answer, to which it may have given headers already. */
  readonly res?:
    | {
        getHeader?(name: string): unknown;
        writeContinue?(): void;
        /** `node:http` sends it by itself, unless a listener of `checkContinue` is there. */
        readonly _sent100?: unknown;
        shouldKeepAlive?: unknown;
      }
    | undefined;
}

/**
 * Asks a caller for the body who waits until then; null where the server has asked already. A caller who is never asked may send it or
 * not, so that the connection ends with the answer.
 */
export function continuing({ req, res }: ServerContext): (() => void) | null {
  // RFC 9110, 10.1.1: an expectation of an HTTP/1.0 caller is ignored.
  if (req?.httpVersion === "1.0" || typeof res?.writeContinue !== "function" || res._sent100 === true)
    return null;
  const { shouldKeepAlive } = res;
  res.shouldKeepAlive = false;
  return () => {
    res.shouldKeepAlive = shouldKeepAlive;
    res.writeContinue?.();
  };
}

/** The cookies that the server has set beside the service's: an answer's own would take their place. */
export function cookiesOfServer({ res }: ServerContext): readonly string[] {
  const set = res?.getHeader?.("set-cookie");
  return [set].flat().filter((cookie) => typeof cookie === "string");
}

/** The request target as it came over the wire, or null where the server does not tell. */
export function rawTarget({ req }: ServerContext): string | null {
  if (typeof req?.originalUrl === "string") return req.originalUrl;
  return typeof req?.url === "string" ? req.url : null;
}

/** The peer's address, or null where the server does not tell. */
export function peerOf({ req }: ServerContext): string | null {
  const address = req?.socket?.remoteAddress;
  return typeof address === "string" ? address : null;
}
