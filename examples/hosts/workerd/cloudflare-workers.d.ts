/** What of the runtime's own module this uses; `@cloudflare/workers-types` has all of it. */
declare module "cloudflare:workers" {
  export class DurableObject {
    protected readonly ctx: object;
  }
  export class WorkerEntrypoint<Env> {
    protected readonly env: Env;
  }
}
