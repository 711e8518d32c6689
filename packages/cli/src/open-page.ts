import { spawn } from "node:child_process";

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  // explorer opens a folder instead of an address with a query.
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens a page in the browser. Without one, people use the printed URL. */
export function openPage(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  // execa cannot release a process that outlives the command.
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
