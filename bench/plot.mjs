const WIDTH = 860;
const HEIGHT = 150;
const LEFT = 60;
const GAP = 46;

const round = (value) => Number(value.toFixed(1));

/** The smallest of 1, 2 and 5 times a power of ten that is not below a value. */
function niceTop(value) {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((top) => top >= value);
}

function panel({ key, name }, samples, number) {
  const top = niceTop(Math.max(...samples.map((sample) => sample[key])));
  const end = samples.at(-1).at;
  const y0 = GAP + number * (HEIGHT + GAP);
  const x = (at) => round(LEFT + (at / end) * WIDTH);
  const y = (value) => round(y0 + HEIGHT - (value / top) * HEIGHT);
  const points = samples.map((sample) => `${x(sample.at)},${y(sample[key])}`).join(" ");
  const ticks = [0, top / 2, top].map(
    (value) =>
      `<line x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${y(value)}" y2="${y(value)}" stroke="#8884"/>` +
      `<text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${round(value)}</text>`,
  );
  const title = `<text x="${LEFT}" y="${y0 - 8}" font-weight="600">${name}</text>`;
  return `<g>${title}${ticks.join("")}<polyline points="${points}" fill="none" stroke="#2563eb" stroke-width="1.5"/></g>`;
}

/** An SVG with a panel for each series over the minutes of a run; a dashed line marks where the figures have to be flat from. */
export function plot({ samples, series, settledAt }) {
  const end = samples.at(-1).at;
  const height = series.length * (HEIGHT + GAP) + GAP + 20;
  const mark = round(LEFT + (settledAt / end) * WIDTH);
  const every = Math.max(1, Math.round(end / 6));
  const minutes = Array.from({ length: Math.floor(end / every) + 1 }, (_, index) => index * every);
  const labels = minutes.map(
    (minute) =>
      `<text x="${round(LEFT + (minute / end) * WIDTH)}" y="${height - GAP + 16}" text-anchor="middle">${minute} min</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + 20} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...series.map((each, number) => panel(each, samples, number)),
    `<line x1="${mark}" x2="${mark}" y1="${GAP}" y2="${height - GAP}" stroke="#dc2626" stroke-dasharray="4 4"/>`,
    ...labels,
    "</svg>\n",
  ].join("\n");
}
