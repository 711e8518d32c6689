import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const MOST_BYTES = 8_192;
const STATE_BYTES = 32;

export interface TokenReceiver extends AsyncDisposable {
  /** What the page of the instance has to send with the token. */
  readonly state: string;
  readonly port: number;
  /** The token; it is not checked. */
  readonly token: Promise<string>;
}

const answerPage = (text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>workspace-agent</title><p>${text}</p></html>\n`;

function answer(response: ServerResponse, status: number, text: string, onSent?: () => void): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(answerPage(text), onSent);
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams | null> {
  let body = "";
  for await (const chunk of request.setEncoding("latin1")) {
    body += String(chunk);
    if (body.length > MOST_BYTES) return null;
  }
  return new URLSearchParams(body);
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Listens on this computer alone for a form that a page of the instance sends, with a service token and the state. */
export async function receiveToken(): Promise<TokenReceiver> {
  const state = randomBytes(STATE_BYTES).toString("base64url");
  const { promise: token, resolve } = Promise.withResolvers<string>();
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const form = request.method === "POST" ? await bodyOf(request) : null;
    const given = form?.get("token") ?? "";
    if (given === "" || !isSame(form?.get("state") ?? "", state)) {
      answer(
        response,
        400,
        "This is not what the command waits for. Run <code>workspace-agent login</code> again.",
      );
      return;
    }
    answer(response, 200, "The command has its token. You can close this page.", () => resolve(given));
  };
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    state,
    port: (server.address() as AddressInfo).port,
    token,
    async [Symbol.asyncDispose]() {
      server.close();
      // A browser may have opened connections ahead, on which nothing was sent.
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** What a person compares in the terminal and on the page. */
export const codeOf = (state: string) => state.slice(0, 8);
