import { describe, expect, it } from "vitest";
import type { SandboxProcess } from "@workspace-agent/core/ports";
import { MAX_MESSAGE_BYTES } from "./bounded-body.ts";
import { mcpConnector } from "./mcp-connector.ts";
import { ProcessTransport } from "./process-transport.ts";

/** A process that writes so much in one line, and whose pipe breaks then. */
function transportTo(written: number) {
  const told = { tooLarge: 0, killed: 0 };
  const stdout = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(written).fill(120));
    },
    pull(controller) {
      controller.error(new Error("The pipe broke."));
    },
  });
  const process: SandboxProcess = {
    stdout,
    stderr: new ReadableStream(),
    wait: () => new Promise(() => {}),
    kill: () => {
      told.killed += 1;
      return Promise.resolve();
    },
  };
  const transport = new ProcessTransport(
    { type: "process", start: () => Promise.resolve(process) },
    () => void (told.tooLarge += 1),
  );
  const closed = new Promise<void>((resolve) => (transport.onclose = resolve));
  return { transport, closed, told };
}

describe("the output of a server's process", () => {
  it("that exits is read to its end before the connection ends", async () => {
    const exited = Promise.resolve({ exitCode: 1 });
    const written = (text: string) =>
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          await exited;
          controller.enqueue(new TextEncoder().encode(text));
          controller.close();
        },
      });
    const process: SandboxProcess = {
      stdout: written('{"jsonrpc":"2.0","id":1,"result":{}}\n'),
      stderr: written("It is full."),
      wait: () => exited,
      kill: () => Promise.resolve(),
    };
    const transport = new ProcessTransport(
      { type: "process", start: () => Promise.resolve(process) },
      () => {},
    );
    const answers: unknown[] = [];
    transport.onmessage = (message) => void answers.push(message);
    const closed = new Promise<void>((resolve) => (transport.onclose = resolve));
    await transport.start();
    await closed;
    expect(answers).toMatchObject([{ id: 1 }]);
    expect(transport).toMatchObject({ hasExited: true, complaint: "It is full." });
  });

  it("that breaks is a connection that ends, and no message that is too long", async () => {
    const { transport, closed, told } = transportTo(10);
    await transport.start();
    await closed;
    expect(told).toEqual({ tooLarge: 0, killed: 1 });
  });

  it("that is too long for a message fails the call as too large", async () => {
    const { transport, closed, told } = transportTo(MAX_MESSAGE_BYTES + 1);
    await transport.start();
    await closed;
    expect(told).toEqual({ tooLarge: 1, killed: 1 });
  });
});

it("a server whose process cannot be started is not tried again as an older one", async () => {
  let starts = 0;
  const start = () => {
    starts += 1;
    return Promise.reject(new Error("There is no sandbox."));
  };
  const connecting = mcpConnector().connect(
    { type: "process", start },
    { signal: new AbortController().signal, onToolsChanged: () => {} },
  );
  await expect(connecting).rejects.toMatchObject({ name: "McpError", kind: "unreachable" });
  expect(starts).toBe(1);
});
