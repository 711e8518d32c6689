import { setTimeout as pause } from "node:timers/promises";
import type { FakeClock } from "../../../packages/core/src/testing/index.ts";
import type { Handler } from "../../../packages/http/src/index.ts";

export const ORIGIN = "http://127.0.0.1:8787";

/** A request on the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, without normalisation. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Without its parameters, in lower case; empty: there is none. */
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly text: string;
}

const CALM_TURNS = 40;
const MOST_SECONDS = 400;
/** Code that is loaded at first use takes real time. */
const MOST_REAL_MS = 60_000;
const POLL_MS = 10;

/** Waits for a promise and advances the clock meanwhile. Throws if it never settles. */
export async function settled<T>(pending: Promise<T>, clock: FakeClock): Promise<T> {
  const state = { isSettled: false };
  const watched = pending.finally(() => (state.isSettled = true));
  watched.catch(() => undefined);
  for (let turn = 0; !state.isSettled && turn <= CALM_TURNS + MOST_SECONDS; turn++) {
    if (turn > CALM_TURNS) await clock.advance(1000);
    else await new Promise((resolve) => setImmediate(resolve));
  }
  const begun = performance.now();
  while (!state.isSettled) {
    if (performance.now() - begun > MOST_REAL_MS)
      throw new Error(
        `No end within ${MOST_SECONDS} seconds of its clock, nor ${MOST_REAL_MS} ms of the machine's.`,
      );
    await pause(POLL_MS);
  }
  return await watched;
}

/** Sends to the handler without a network. A live event stream is read up to its `sync`. */
export async function send(handler: Handler, clock: FakeClock, request: WireRequest): Promise<WireAnswer> {
  const { method, target, headers, body } = request;
  const asked = new Request(ORIGIN + target, {
    method,
    headers,
    ...(body === null ? {} : { body, duplex: "half" }),
  });
  const response = await settled(handler(asked, { req: { url: target } }), clock);
  const type = (response.headers.get("content-type") ?? "").replace(/;.*/, "").trim().toLowerCase();
  const bytes = await settled(bytesOf(response, type === "text/event-stream"), clock);
  const text = new TextDecoder().decode(bytes);
  return { status: response.status, headers: response.headers, type, bytes, text };
}

async function bytesOf(response: Response, isEvents: boolean): Promise<Uint8Array> {
  if (!isEvents) return new Uint8Array(await response.arrayBuffer());
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    chunks.push(next.value);
    if (/^event: sync\n.*\n\n/m.test(Buffer.concat(chunks).toString())) {
      await reader?.cancel();
      break;
    }
  }
  return new Uint8Array(Buffer.concat(chunks));
}
