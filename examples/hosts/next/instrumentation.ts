/** Next calls this once, before the first request. */
export async function register(): Promise<void> {
  if (process.env["NEXT_RUNTIME"] === "nodejs")
    await (await import("./end-with-process.ts")).endWithProcess();
}
