import autocannon from "autocannon";

/** Requests one address repeatedly on many connections; returns requests per second and the 99th percentile in ms. */
export async function load(url, { connections, seconds, headers }) {
  const result = await autocannon({ url, connections, duration: seconds, headers });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} answers that are no success`);
  return { rate: result.requests.average, p99: result.latency.p99 };
}
