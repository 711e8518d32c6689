const KEPT = /^\.wa-tmp-[0-9a-f]{16}$/;

/** Whether a name is one that only files in progress have. */
export const isKeptName = (name: string) => name.startsWith(".wa-tmp-") && KEPT.test(name);
