import type { DependencyContainer } from "../di.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import { bound, guarded } from "../domain/operations/operation.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { BoundServices, GuardedServices } from "./agent-service.ts";
import { OPERATIONS } from "./operations.ts";
import { SERVICES } from "./service-tokens.ts";

const OF_TENANT: ReadonlySet<keyof GuardedServices> = new Set(["tokens", "webhooks", "audit"]);

/** The services of a container, or what overrides them, behind their checks. */
export function guardedServices(scope: DependencyContainer): GuardedServices {
  const workspaces = scope.resolve(WorkspaceAccess);
  const requireOwn = (principal: Principal, id: string) => workspaces.find(principal, id);
  const behindChecks = <Name extends keyof GuardedServices>(name: Name) =>
    guarded<GuardedServices[Name]>(scope.resolve(SERVICES[name]), OPERATIONS[name], {
      requireOwn,
      isOfTenant: OF_TENANT.has(name),
    });
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
    schedules: behindChecks("schedules"),
    batches: behindChecks("batches"),
    snapshots: behindChecks("snapshots"),
    webhooks: behindChecks("webhooks"),
    limits: behindChecks("limits"),
    models: behindChecks("models"),
  };
}

/** A service is bound when it is read, so that a request pays for the services that it uses. */
export function boundServices(services: GuardedServices, principal: Principal): BoundServices {
  const boundTo = <Name extends keyof BoundServices>(name: Name) =>
    bound<GuardedServices[Name]>(services[name], OPERATIONS[name], principal);
  return {
    get workspaces() {
      return boundTo("workspaces");
    },
    get chat() {
      return boundTo("chat");
    },
    get sessions() {
      return boundTo("sessions");
    },
    get files() {
      return boundTo("files");
    },
    get changes() {
      return boundTo("changes");
    },
    get images() {
      return boundTo("images");
    },
    get outputs() {
      return boundTo("outputs");
    },
    get prompts() {
      return boundTo("prompts");
    },
    get templates() {
      return boundTo("templates");
    },
    get skills() {
      return boundTo("skills");
    },
    get tokens() {
      return boundTo("tokens");
    },
    get usage() {
      return boundTo("usage");
    },
    get audit() {
      return boundTo("audit");
    },
    get schedules() {
      return boundTo("schedules");
    },
    get batches() {
      return boundTo("batches");
    },
    get snapshots() {
      return boundTo("snapshots");
    },
    get webhooks() {
      return boundTo("webhooks");
    },
    get limits() {
      return boundTo("limits");
    },
    get models() {
      return boundTo("models");
    },
  };
}
