import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { serversOn } from "./main.test-support.ts";
import { TokenMaker } from "./running-server.test-support.ts";

const INSPECTOR = fileURLToPath(
  new URL(
    "../../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
    import.meta.url,
  ),
);
test("the protocol's inspector lists the tools, finds no fault in them, and calls one", async () => {
  const { start, dir } = await serversOn({ SANDBOX: "interpreter" });
  const server = await start();
  const { token } = await (await TokenMaker.signIn(server)).make();
  const inspect = async (...args: readonly string[]) => {
    const given = ["--cli", `${server.base}/mcp`, "--transport", "http"];
    const header = ["--header", `Authorization: Bearer ${token}`];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [INSPECTOR, ...given, ...header, ...args],
      { env: { PATH: process.env["PATH"] ?? "", HOME: dir }, cwd: dir },
    );
    return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  };
  const listed = await inspect("--method", "tools/list", "--strict");
  expect(listed["tools"]).toHaveLength(15);
  const called = await inspect(
    ...["--method", "tools/call", "--tool-name", "create_workspace", "--tool-arg", "name=inspected"],
  );
  expect(called["structuredContent"]).toMatchObject({ name: "inspected", status: "ready" });
});
