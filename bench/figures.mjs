export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
export const milliseconds = (ms) => `${ms.toFixed(ms < 10 ? 2 : 0)} ms`;
export const mebibytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
export const perSecond = (rate) => `${Math.round(rate).toLocaleString("en")}/s`;

/**
 * One line of the report. `bare` is the limit that this machine sets to it, measured in the same run; `isMet` is
 * null where there is no budget, or nothing could be measured.
 */
export function row(name, { measured, bare = "", budget = "", isMet = null, figures = {} }) {
  return { name, measured, bare, budget, isMet, figures };
}

/** The value that the share of them is not above. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** How often one is the other, as the report says it. */
export const times = (ratio) => `${ratio.toFixed(2)} ×`;

/** A row of a time: what was measured in ms, its ratio to the bare figure of the same run, and the most that it may be, if there is such. */
export function timeRow(name, { ms, bareMs, mostMs, figures }) {
  return row(name, {
    measured: `${milliseconds(ms)}${bareMs === undefined ? "" : ` (${times(ms / bareMs)} bare)`}`,
    bare: bareMs === undefined ? "" : milliseconds(bareMs),
    budget: mostMs === undefined ? "" : `≤ ${milliseconds(mostMs)}`,
    isMet: mostMs === undefined ? null : ms <= mostMs,
    figures: { ms, bare_ms: bareMs, ...figures },
  });
}
