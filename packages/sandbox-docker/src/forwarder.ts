/** A script that forwards connections from a port of the loopback to a socket, by a program that the image has. */
export const forwarder = (port: number, socket: string) => `
if command -v socat >/dev/null; then
  exec socat TCP-LISTEN:${port},bind=127.0.0.1,fork,reuseaddr UNIX-CONNECT:${socket}
elif command -v python3 >/dev/null; then
  exec python3 -c '
import asyncio
async def copy(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
        writer.write_eof()
    except OSError:
        writer.close()
async def carry(reader, writer):
    try:
        out_reader, out_writer = await asyncio.open_unix_connection("${socket}")
        await asyncio.gather(copy(reader, out_writer), copy(out_reader, writer))
        out_writer.close()
    except OSError:
        pass
    writer.close()
async def main():
    server = await asyncio.start_server(carry, "127.0.0.1", ${port})
    await server.serve_forever()
asyncio.run(main())'
elif command -v node >/dev/null; then
  exec node -e 'const net = require("net"); const allowHalfOpen = true; net.createServer({ allowHalfOpen }, (one) => { const other = net.connect({ path: "${socket}", allowHalfOpen }); one.pipe(other).pipe(one); for (const end of [one, other]) end.on("error", () => { one.destroy(); other.destroy(); }); }).listen(${port}, "127.0.0.1")'
fi
`;
