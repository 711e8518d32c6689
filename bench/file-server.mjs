// A minimal file server on `node:http`: PUT streams a body into a new file and renames it, GET streams it back.
import { createReadStream, createWriteStream, statSync } from "node:fs";
import { rename } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

const file = join(process.env.FOLDER, "file");
const server = createServer(async (request, response) => {
  if (request.method === "PUT") {
    await pipeline(request, createWriteStream(`${file}.new`));
    await rename(`${file}.new`, file);
    response.writeHead(200, { "content-length": 0 }).end();
    return;
  }
  response.writeHead(200, { "content-length": statSync(file).size });
  createReadStream(file).pipe(response);
});
server.listen(0, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
process.once("SIGTERM", () => process.exit(0));
