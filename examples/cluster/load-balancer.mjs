import { createServer, request as send } from "node:http";
import { connect } from "node:net";

/** Connects to a port of this machine; null if nothing listens there. */
function connectTo(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.once("connect", () => resolve(socket));
    socket.once("error", () => resolve(null));
  });
}

function refuse(response, detail) {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(503, { "content-type": "application/problem+json", "retry-after": "1" });
  response.end(JSON.stringify({ type: "about:blank", title: "Service Unavailable", status: 503, detail }));
}

/**
 * A reverse proxy that sends each request to the next port that accepts connections and streams the response. Returns the server, which
 * listens on its own port.
 */
export async function loadBalancer(ports, listenOn = 0) {
  let turn = 0;

  async function connectToNext() {
    for (let tried = 0; tried < ports.length; tried++) {
      turn = (turn + 1) % ports.length;
      const socket = await connectTo(ports[turn]);
      if (socket !== null) return socket;
    }
    return null;
  }

  const server = createServer({ requestTimeout: 0 }, async (request, response) => {
    const socket = await connectToNext();
    if (socket === null) return refuse(response, "No instance accepts connections.");
    const { method, url, headers } = request;
    const passed = send({ method, path: url, headers, createConnection: () => socket });
    passed.on("response", (answer) => {
      response.writeHead(answer.statusCode, answer.rawHeaders);
      response.flushHeaders();
      // If an instance dies during a response, the connection breaks, so that the response does not look
      // complete.
      answer.on("error", () => response.destroy());
      answer.pipe(response);
    });
    passed.on("error", () => refuse(response, "The instance did not respond."));
    response.on("close", () => passed.destroy());
    request.pipe(passed);
  });
  await new Promise((resolve) => server.listen(listenOn, "127.0.0.1", resolve));
  return server;
}
