import { join } from "node:path";

/** The name of the socket in a data folder. */
export const LOCAL_SOCKET = "local.sock";

export const socketOf = (dataDir: string) => join(dataDir, LOCAL_SOCKET);
