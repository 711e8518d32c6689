import { milliseconds, row, times } from "./figures.mjs";

/**
 * A row of what was measured at growing sizes, with how often the last figure is the first. `found` has a size, the time in ms and,
 * where there is one, the bare figure of the same run, for each.
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
