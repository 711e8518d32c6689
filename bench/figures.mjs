export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
export const milliseconds = (ms) => `${ms.toFixed(ms < 10 ? 2 : 0)} ms`;
export const mebibytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
export const perSecond = (rate) => `${Math.round(rate).toLocaleString("en")}/s`;

/**
 * One line of the report. `bare` is the limit of this machine, measured in the same run; `isMet` is null without a budget or a
 * measurement.
 */
export function row(name, { measured, bare = "", budget = "", isMet = null, figures = {} }) {
  return { name, measured, bare, budget, isMet, figures };
}

/** The value at a percentile, from 0 to 1. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** A ratio in the report. */
export const times = (ratio) => `${ratio.toFixed(2)} ×`;

/**
 * The budget of a time in ms, and whether it is met. The bare figure was `atBareMs` on the machine that set the budget: on another machine,
 * the same ratio to the bare figure of the same run meets it too.
 */
export function timeBudget({ ms, bareMs, mostMs, atBareMs }) {
  const said = `≤ ${milliseconds(mostMs)}`;
  if (bareMs === undefined || atBareMs === undefined) return { budget: said, isMet: ms <= mostMs };
  const mostRatio = mostMs / atBareMs;
  return {
    budget: `${said} or ${times(mostRatio)} bare`,
    isMet: ms <= mostMs || ms / bareMs <= mostRatio,
  };
}

/** The same for a minimum rate per second. */
export function rateBudget({ rate, bareRate, least, atBareRate }) {
  const leastRatio = least / atBareRate;
  return {
    budget: `≥ ${perSecond(least)} or ${times(leastRatio)} bare`,
    isMet: rate >= least || rate / bareRate >= leastRatio,
  };
}

/** A row of a time in ms, with its ratio to the bare figure of the same run, and an optional budget. */
export function timeRow(name, { ms, bareMs, mostMs, atBareMs, figures }) {
  const verdict = mostMs === undefined ? {} : timeBudget({ ms, bareMs, mostMs, atBareMs });
  return row(name, {
    measured: `${milliseconds(ms)}${bareMs === undefined ? "" : ` (${times(ms / bareMs)} bare)`}`,
    bare: bareMs === undefined ? "" : milliseconds(bareMs),
    ...verdict,
    figures: { ms, bare_ms: bareMs, ...figures },
  });
}
