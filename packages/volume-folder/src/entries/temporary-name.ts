export const PREFIX = ".wa-tmp-";
const TEMPORARY = /^\.wa-tmp-[0-9a-f]{16}$/;

/** Whether only a file or directory that is being written or removed has such a name. */
export const isTemporaryName = (name: string) => name.startsWith(PREFIX) && TEMPORARY.test(name);
