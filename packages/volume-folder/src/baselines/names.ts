/** In the folder of a workspace's baselines. No baseline's folder begins with a dot. */
export const LATEST = ".latest";
export const REMOVED = ".removed";

/** In a baseline's own folder. */
export const INDEX = "index.json";
export const WROTE = "wrote";
export const PACK_SUFFIX = ".pack";
