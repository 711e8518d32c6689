import { spawn } from "node:child_process";

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["explorer"],
};

/** Opens a page in the browser. Without one, people use the printed URL. */
export function openPage(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  // execa cannot release a process that outlives the command.
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
