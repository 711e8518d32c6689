// The upper limit for a server on this machine: every response has the same bytes.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const { status, headers, body } = JSON.parse(await text(process.stdin));
const bytes = Buffer.from(body);
const server = createServer((_, response) => {
  response.writeHead(status, { ...headers, "content-length": bytes.length });
  response.end(bytes);
});
server.listen(0, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
process.once("SIGTERM", () => process.exit(0));
