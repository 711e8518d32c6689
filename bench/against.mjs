import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { median, times } from "./figures.mjs";

const HERE = join(import.meta.dirname, "..");

/** Adds the figures of one measurement to the lists of values. */
function addTo(rows, measured) {
  for (const { name, figures } of measured)
    for (const [figure, value] of Object.entries(figures))
      if (typeof value === "number") {
        const key = `${name}: ${figure}`;
        rows.set(key, [...(rows.get(key) ?? []), value]);
      }
}

/** Measures rows with the packages of two checkouts in turn, and prints each figure's medians and their ratio. */
export function compare(files, other, rounds) {
  execFileSync(process.execPath, ["scripts/build-changed.mjs"], { cwd: other, stdio: "inherit" });
  for (const file of files) {
    const [here, there] = [new Map(), new Map()];
    for (let round = 0; round < rounds; round++)
      for (const [code, rows] of [
        [other, there],
        [HERE, here],
      ]) {
        const env = { ...process.env, BENCH_CODE: code };
        const args = [join(import.meta.dirname, "one-row.mjs"), file];
        addTo(
          rows,
          JSON.parse(
            execFileSync(process.execPath, args, {
              env,
              encoding: "utf8",
              stdio: ["ignore", "pipe", "inherit"],
            }),
          ),
        );
      }
    console.log(file);
    for (const [key, values] of here) {
      const [now, before] = [median(values), median(there.get(key) ?? [])];
      console.log(`  ${times(now / before)}  ${before.toPrecision(4)} → ${now.toPrecision(4)}  ${key}`);
    }
  }
}
