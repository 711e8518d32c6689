import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";

/** Where a function belongs, by the path of its source; the first match counts. */
const CAUSES = [
  [
    "the provider's package",
    /node_modules\/(?:@ai-sdk|ai|zod|eventsource-parser)\/|packages\/model-ai-sdk\//,
  ],
  ["validation", /node_modules\/valibot\/|core\/src\/domain\/(?:operations|validation)\//],
  ["redaction", /core\/src\/redaction\//],
  ["projections", /core\/src\/domain\/sessions\//],
  ["SQL", /node_modules\/(?:better-sqlite3|kysely|pg)[/-]|packages\/store-/],
  ["commands and pipes", /packages\/sandbox-|node_modules\/execa\/|node:(?:internal\/)?child_process/],
  ["files", /packages\/volume-folder\/|core\/src\/(?:files|changes)\/|node:(?:internal\/)?fs\b/],
  [
    "HTTP",
    /packages\/http\/|node_modules\/(?:@whatwg-node|itty-router)\/|node:(?:_http|http|internal\/http|url|internal\/url)/,
  ],
  [
    "streams and events",
    /node:(?:internal\/)?(?:webstreams|streams|stream|events|event_target|abort_controller|net|timers|process|async_hooks|buffer|per_context)/,
  ],
  ["prompts", /core\/src\/agent\/prompt\//],
  ["the agent's loop", /core\/src\/agent\//],
  ["sessions", /core\/src\/sessions\//],
  ["loading code", /node:internal\/(?:modules|bootstrap|main|source_map)|^evaluation$/],
];

const maps = new Map();

/** The source of a place in a built file. */
function sourceOf({ url, lineNumber, columnNumber }) {
  if (!url.startsWith("file:")) return url;
  const file = fileURLToPath(url);
  if (!maps.has(file)) {
    const map = `${file}.map`;
    maps.set(file, existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, "utf8"))) : null);
  }
  const found = maps.get(file)?.findEntry(lineNumber, columnNumber).originalSource;
  return found === undefined ? file : new URL(found, url).pathname;
}

const known = new Map();

/** The cause of a function; null for a native one, which counts for its caller. */
function causeOf(frame) {
  const { functionName, url } = frame;
  if (functionName === "(garbage collector)") return "garbage collection";
  if (functionName === "(program)") return "V8 and the system";
  if (functionName === "(idle)") return "idle";
  if (url === "") return null;
  const key = `${url}:${frame.lineNumber}:${frame.columnNumber}`;
  if (!known.has(key)) {
    const source = sourceOf(frame);
    known.set(key, CAUSES.find(([, pattern]) => pattern.test(source))?.[0] ?? "other");
  }
  return known.get(key);
}

/** The shares of the causes in a tree of calls, without idle time, largest first. `selfOf` is the weight of a node alone. */
export function shares(root, childrenOf, selfOf) {
  const sums = new Map();
  const visit = (node, above) => {
    const cause = causeOf(node.callFrame) ?? above;
    sums.set(cause, (sums.get(cause) ?? 0) + selfOf(node));
    for (const child of childrenOf(node)) visit(child, cause);
  };
  visit(root, "V8 and the system");
  sums.delete("idle");
  const total = [...sums.values()].reduce((sum, value) => sum + value, 0);
  return {
    total,
    shares: [...sums]
      .map(([cause, sum]) => ({ cause, share: sum / total }))
      .sort((a, b) => b.share - a.share),
  };
}

/** Of a CPU profile; the total is in ms. */
export function cpuShares({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const self = new Map();
  samples.forEach((id, index) => self.set(id, (self.get(id) ?? 0) + timeDeltas[index] / 1000));
  const children = (node) => (node.children ?? []).map((id) => byId.get(id));
  return shares(nodes[0], children, (node) => self.get(node.id) ?? 0);
}

/** Of a sampling of allocations; the total is in bytes. */
export const allocationShares = ({ head }) =>
  shares(
    head,
    (node) => node.children,
    (node) => node.selfSize,
  );
