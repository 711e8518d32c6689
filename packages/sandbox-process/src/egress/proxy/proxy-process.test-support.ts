import { egressProxy } from "./egress-proxy.ts";

/** A proxy for `good.test` on loopback. Its arguments are the path of its socket and the origin's port. Reports its peak memory on request. */
const [path = "", port = ""] = process.argv.slice(2);
const mostMemory = () => process.resourceUsage().maxRSS * 1_024;
const proxy = egressProxy({
  access: { allow: ["good.test"] },
  ports: [Number(port)],
  rawPorts: [Number(port)],
  privateNetworks: ["127.0.0.1"],
  resolve: async () => [{ address: "127.0.0.1", family: 4 }],
});
await proxy.listen(path);
process.on("message", () => process.send?.(mostMemory()));
process.on("disconnect", () => process.exit());
process.send?.(mostMemory());
