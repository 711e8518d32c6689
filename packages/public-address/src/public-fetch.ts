import type { Agent, RequestInit as UndiciRequestInit } from "undici";
import { publicAgent, type PublicAgentOptions } from "./public-agent.ts";

export interface PublicRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly redirect: "manual";
  readonly signal: AbortSignal;
}

/**
 * A `fetch` that connects to public addresses only, and follows no redirect. Rejects with `PrivateAddressError` as the cause where an address is
 * refused. The first request loads undici.
 */
export function publicFetch(
  options: PublicAgentOptions = {},
): (url: string, request: PublicRequest) => Promise<Response> {
  let agent: Promise<Agent> | null = null;
  return async (url, request) => {
    agent ??= publicAgent(options);
    const dispatcher = await agent;
    const { fetch } = (await import("undici")).default;
    const init: UndiciRequestInit = { ...request, headers: { ...request.headers }, dispatcher };
    const { body, headers, status, statusText } = await fetch(url, init);
    // `Response` accepts no lower status.
    if (status < 200) throw new Error(`The endpoint answered ${status}.`);
    const isEmpty = status === 204 || status === 205 || status === 304;
    return new Response(isEmpty ? null : (body as ReadableStream<Uint8Array> | null), {
      status,
      statusText,
      headers: [...headers],
    });
  };
}
