import type { InjectionToken } from "../di.ts";
import type { AgentService, GuardedServices } from "./agent-service.ts";

type ServiceName = keyof GuardedServices | "instance";

const token = (name: string) => Symbol.for(`workspace-agent.${name}-service`);

/** The tokens of the services, by which an override names what it replaces. The checks of the service stay in front of it. */
export const SERVICES: { readonly [Name in ServiceName]: InjectionToken<AgentService[Name]> } = {
  workspaces: token("workspaces"),
  chat: token("chat"),
  sessions: token("sessions"),
  files: token("files"),
  changes: token("changes"),
  images: token("images"),
  outputs: token("outputs"),
  prompts: token("prompts"),
  templates: token("templates"),
  skills: token("skills"),
  tokens: token("tokens"),
  signIn: token("sign-in"),
  usage: token("usage"),
  audit: token("audit"),
  schedules: token("schedules"),
  batches: token("batches"),
  snapshots: token("snapshots"),
  webhooks: token("webhooks"),
  limits: token("limits"),
  models: token("models"),
  instance: token("instance"),
};
