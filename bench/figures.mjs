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
