import { join } from "node:path";

/** The checkout whose built packages are measured: another one where two are compared. */
export const CODE = process.env.BENCH_CODE ?? join(import.meta.dirname, "..");

/** What a package exports, as it is built. */
export const built = (name, entry = "index.js") => import(join(CODE, "packages", name, "dist", entry));
