// Loaded into the server by `npm start`: stops the server cleanly when the starting process is killed.
if (process.channel) {
  process.channel.unref();
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
