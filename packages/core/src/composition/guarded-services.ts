import type { DependencyContainer } from "../di.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import { bound, guarded } from "../domain/operations/operation.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { BoundServices, GuardedServices } from "./agent-service.ts";
import { OPERATIONS } from "./operations.ts";
import { SERVICES } from "./service-tokens.ts";

const OF_TENANT: ReadonlySet<keyof GuardedServices> = new Set(["tokens", "webhooks", "audit"]);

const NAMES = Object.keys(OPERATIONS) as (keyof GuardedServices)[];
const BOUND_NAMES = NAMES.filter((name) => name !== "signIn");

/** The services of a container, or what overrides them, behind their checks. */
export function guardedServices(scope: DependencyContainer): GuardedServices {
  const workspaces = scope.resolve(WorkspaceAccess);
  const requireOwn = (principal: Principal, id: string) => workspaces.find(principal, id);
  const behindChecks = <Name extends keyof GuardedServices>(name: Name) =>
    guarded<GuardedServices[Name]>(scope.resolve(SERVICES[name]), OPERATIONS[name], {
      requireOwn,
      isOfTenant: OF_TENANT.has(name),
    });
  const services = NAMES.map((name) => [name, behindChecks(name)] as const);
  return Object.fromEntries(services) as Pick<GuardedServices, keyof GuardedServices>;
}

/** A service is bound when it is read, so that a request pays for the services that it uses. */
export function boundServices(services: GuardedServices, principal: Principal): BoundServices {
  const boundTo = <Name extends keyof BoundServices>(name: Name) =>
    bound<GuardedServices[Name]>(services[name], OPERATIONS[name], principal);
  const bindings = {};
  for (const name of BOUND_NAMES)
    Object.defineProperty(bindings, name, { enumerable: true, configurable: true, get: () => boundTo(name) });
  return bindings as BoundServices;
}
