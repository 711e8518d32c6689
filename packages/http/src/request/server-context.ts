/** What a server hands over beside a `Request`: on `node:http`, also behind Express, its own request. */
export interface ServerContext {
  readonly req?:
    | {
        readonly url?: unknown;
        readonly originalUrl?: unknown;
        readonly socket?: { readonly remoteAddress?: unknown } | null | undefined;
      }
    | undefined;
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
