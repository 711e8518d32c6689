import { access } from "node:fs/promises";

/** Whether a path exists, or may be used as `mode` says (`access(2)`). */
export const canAccess = (path: string, mode?: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );
