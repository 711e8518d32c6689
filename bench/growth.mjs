import { milliseconds, row, times } from "./figures.mjs";

/**
 * A row of times at growing sizes, with the ratio of the last to the first. `found` has a size, the time in ms and an optional bare figure
 * for each.
 */
export function growthRow(name, found, of) {
  const ratio = found.at(-1).ms / found[0].ms;
  const sizes = found.map(({ size }) => size.toLocaleString("en")).join(" / ");
  const bare = found.map(({ bareMs }) => bareMs).filter((ms) => ms !== undefined);
  return row(`${name}, of ${sizes} ${of}`, {
    measured: `${found.map(({ ms }) => milliseconds(ms)).join(" / ")} (${times(ratio)})`,
    bare: bare.map(milliseconds).join(" / "),
    figures: { ratio, found },
  });
}
