import type { Context } from "../packages/cli/src/index.ts";
import type { programOf } from "../packages/cli/src/program.ts";

export type Command = Awaited<ReturnType<typeof programOf>>;

/** For a program whose commands only are looked at. */
export const unused: Context = {
  env: {},
  output: { out: () => {}, note: () => {}, isTerminal: false, canRedraw: false, columns: 80 },
  prompt: { isInteractive: false, ask: async () => await Promise.resolve("") },
  profile: () => undefined,
  instance: async () => await Promise.reject(new Error("Nothing is called.")),
  connect: async () => await Promise.reject(new Error("Nothing is called.")),
  exitWith: () => {},
};
