import { InstanceRegistry } from "../instance/instance-registry.ts";
import { SandboxReadiness } from "../instance/sandbox-readiness.ts";
import { Maintenance } from "../sessions/maintenance.ts";
import { StoreClock } from "../instance/store-clock.ts";
import { systemClock } from "../ports/clock.ts";
import { SANDBOXES, STORE, VOLUMES } from "../ports/injection.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";
import type { Store } from "../ports/store.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import { boundServices, guardedServices } from "./guarded-services.ts";
import { SERVICES } from "./service-tokens.ts";
import type { AgentService } from "./agent-service.ts";
import { EventFeed } from "../sessions/event-feed.ts";
import { EventHub } from "../sessions/event-hub.ts";
import { CatalogRefresh } from "../models/catalog-refresh.ts";
import { LiveFeed } from "../sessions/live-feed.ts";
import { BatchRunner } from "../batches/batch-runner.ts";
import { Scheduler } from "../schedules/scheduler.ts";
import { Runner } from "../sessions/runner.ts";
import { ServiceMetrics } from "../telemetry/service-metrics.ts";
import { McpServers } from "../agent/mcp/mcp-servers.ts";
import { DeliveryRunner } from "../webhooks/delivery-runner.ts";
import { CopyKeeper } from "../portable/copy-keeper.ts";
import { WorkspaceRemoval } from "../workspaces/workspace-removal.ts";
import type { AgentServiceOptions } from "./agent-service-options.ts";
import { wireServices } from "./wire-services.ts";

const DEFAULT_GRACE_MS = 8_000;

/** Wires one service from its ports. Several may live side by side in one process. Nothing runs before `start`. Throws for a port that lacks a method. */
export function createAgentService(options: AgentServiceOptions): AgentService {
  const clock = new StoreClock(options.clock ?? systemClock);
  const scope = wireServices(options, clock);
  const store = scope.resolve<Store>(STORE);
  const sandboxes = scope.resolve<SandboxProvider>(SANDBOXES);
  const volumes = scope.resolve<VolumeProvider>(VOLUMES);
  const runner = scope.resolve(Runner);
  const maintenance = scope.resolve(Maintenance);
  const readiness = scope.resolve(SandboxReadiness);
  const living = scope.resolve(InstanceRegistry);
  const removal = scope.resolve(WorkspaceRemoval);
  const deliveries = scope.resolve(DeliveryRunner);
  const scheduler = scope.resolve(Scheduler);
  const batches = scope.resolve(BatchRunner);
  const catalog = scope.resolve(CatalogRefresh);
  const feed = scope.resolve(LiveFeed);
  const copies = scope.resolve(CopyKeeper);
  const services = guardedServices(scope);
  const hub = scope.resolve(EventHub);
  const allEvents = scope.resolve(EventFeed);
  let stopped: Promise<void> | null = null;
  return {
    ...services,
    metrics: scope.resolve(ServiceMetrics),
    instance: scope.resolve(SERVICES.instance),
    as: (principal) => boundServices(services, principal),
    on: hub.on,
    events: (query) => allEvents.read(query),
    async start() {
      await store.start();
      await clock.adjust(store);
      await readiness.start();
      await catalog.start();
      await living.start();
      copies.start();
      feed.start();
      removal.start();
      runner.start();
      deliveries.start();
      scheduler.start();
      batches.start();
      maintenance.start(() => clock.adjust(store));
    },
    stop({ graceMs = DEFAULT_GRACE_MS } = {}) {
      stopped ??= inOrder([
        () => together(runner.stop(graceMs), deliveries.stop(graceMs)),
        // After the runner, since turns of schedules and batches may end while it stops.
        () => together(scheduler.stop(), batches.stop(graceMs)),
        () => copies.stop(),
        // Who reads or waits is released while the store can still be asked.
        () => feed.stop(),
        () => removal.stop(),
        () => living.stop(),
        () => maintenance.stop(),
        () => catalog.stop(),
        () => scope.resolve(McpServers).close(),
        () => readiness.stop(),
        () => sandboxes.close(),
        () => volumes.close(),
        () => store.close(),
      ]);
      return stopped;
    },
  };
}

/** Runs all steps one after another, also those after a step that fails. Throws what failed. */
async function inOrder(steps: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll(errors);
}

/** Waits for all, also where one fails. Throws what failed. */
async function together(...stopping: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(stopping);
  throwAll(results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : [])));
}

function throwAll(errors: readonly unknown[]): void {
  if (errors.length > 1) throw new AggregateError(errors, "Several parts of the service did not stop.");
  if (errors.length === 1) throw errors[0];
}
