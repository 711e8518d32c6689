/** One request to a webhook's endpoint. */
export interface WebhookRequest {
  readonly method: "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** A redirect is an answer like any other. */
  readonly redirect: "manual";
  readonly signal: AbortSignal;
}

/**
 * How webhooks leave the host: the `fetch` of the platform, or one that connects to public addresses only. It rejects where there is no
 * answer. An address that the host does not let webhooks reach is an error, or has a cause, with the marker
 * `Symbol.for("workspace-agent.private-address-error")`.
 */
export type WebhookFetch = (url: string, request: WebhookRequest) => Promise<Response>;

export interface WebhookOptions {
  /** Addresses are typed in by callers: what it can reach, they can. */
  readonly fetch: WebhookFetch;
}
