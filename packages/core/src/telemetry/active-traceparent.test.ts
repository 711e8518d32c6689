import { context, ROOT_CONTEXT, trace, type Context, type ContextManager } from "@opentelemetry/api";
import { afterEach, expect, it } from "vitest";
import { activeTraceparent } from "./active-traceparent.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";

function activate(active: Context): void {
  const manager: ContextManager = {
    active: () => active,
    with: (_, work, self, ...args) => work.apply(self, args),
    bind: (_, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  context.setGlobalContextManager(manager);
}

afterEach(() => context.disable());

it("is the active span's", () => {
  activate(trace.setSpanContext(ROOT_CONTEXT, { traceId: TRACE, spanId: SPAN, traceFlags: 1 }));
  expect(activeTraceparent()).toBe(`00-${TRACE}-${SPAN}-01`);
});

it("is absent without a context manager, without a span, and for a span that names no trace", () => {
  expect(activeTraceparent()).toBeNull();
  activate(ROOT_CONTEXT);
  expect(activeTraceparent()).toBeNull();
  context.disable();
  activate(trace.setSpanContext(ROOT_CONTEXT, { traceId: "0".repeat(32), spanId: SPAN, traceFlags: 1 }));
  expect(activeTraceparent()).toBeNull();
});
