// Loaded into the server by `npm start`: when the starting process is killed, the server stops cleanly instead of staying behind.
if (process.channel) {
  process.channel.unref();
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
