/** In the folder of a workspace's baselines. No baseline's folder begins with a dot. */
export const LATEST = ".latest";
export const REMOVED = ".removed";

/** The folder with the end of a baseline, beside its own. */
export const endOf = (name: string) => `${name}.end`;

/** In a baseline's own folder. */
export const INDEX = "index.json";
export const WROTE = "wrote";
/** Exists while the baseline has an end. */
export const ENDED = "ended";
export const PACK_SUFFIX = ".pack";
