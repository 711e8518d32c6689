import type { DependencyContainer } from "../di.ts";
import { bound, guarded } from "../domain/operations/operation.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { BoundServices, GuardedServices } from "./agent-service.ts";
import { OPERATIONS } from "./operations.ts";
import { SERVICES } from "./service-tokens.ts";

/** The services of a container, or what overrides them, behind their checks. */
export function guardedServices(scope: DependencyContainer): GuardedServices {
  const behindChecks = <Name extends keyof GuardedServices>(name: Name) =>
    guarded<GuardedServices[Name]>(scope.resolve(SERVICES[name]), OPERATIONS[name]);
  return {
    workspaces: behindChecks("workspaces"),
    chat: behindChecks("chat"),
    sessions: behindChecks("sessions"),
    files: behindChecks("files"),
    changes: behindChecks("changes"),
    images: behindChecks("images"),
    outputs: behindChecks("outputs"),
    prompts: behindChecks("prompts"),
    templates: behindChecks("templates"),
    skills: behindChecks("skills"),
    tokens: behindChecks("tokens"),
    signIn: behindChecks("signIn"),
    usage: behindChecks("usage"),
    audit: behindChecks("audit"),
    webhooks: behindChecks("webhooks"),
    limits: behindChecks("limits"),
  };
}

export function boundServices(services: GuardedServices, principal: Principal): BoundServices {
  const boundTo = <Name extends keyof BoundServices>(name: Name) =>
    bound<GuardedServices[Name]>(services[name], OPERATIONS[name], principal);
  return {
    workspaces: boundTo("workspaces"),
    chat: boundTo("chat"),
    sessions: boundTo("sessions"),
    files: boundTo("files"),
    changes: boundTo("changes"),
    images: boundTo("images"),
    outputs: boundTo("outputs"),
    prompts: boundTo("prompts"),
    templates: boundTo("templates"),
    skills: boundTo("skills"),
    tokens: boundTo("tokens"),
    usage: boundTo("usage"),
    audit: boundTo("audit"),
    webhooks: boundTo("webhooks"),
    limits: boundTo("limits"),
  };
}
