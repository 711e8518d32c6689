import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, expect, it, vi } from "vitest";
import { refuseSlowBody } from "./slow-bodies.ts";

afterEach(() => void vi.useRealTimers());

it("a body that an answer refused, whatever its caller expects, is refused where it does not come", () => {
  vi.useFakeTimers();
  const request = Object.assign(new EventEmitter(), {
    headers: { expect: "tea", "content-length": "5" },
    httpVersion: "1.1",
    socket: { bytesRead: 0 },
    complete: false,
    readableLength: 0,
    readableHighWaterMark: 16_384,
  });
  const response = Object.assign(new EventEmitter(), { headersSent: false, writableEnded: false });
  const refuse = vi.fn<() => void>();
  refuseSlowBody(request as unknown as IncomingMessage, response as unknown as ServerResponse, {
    periodMs: 1_000,
    refuse,
  });
  vi.advanceTimersByTime(3_000);
  expect(refuse).not.toHaveBeenCalled();
  Object.assign(response, { headersSent: true, writableEnded: true });
  vi.advanceTimersByTime(2_000);
  expect(refuse).toHaveBeenCalledOnce();
});
