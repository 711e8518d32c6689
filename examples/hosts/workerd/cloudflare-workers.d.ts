/** The parts of the module that are used here; `@cloudflare/workers-types` has all of them. */
declare module "cloudflare:workers" {
  export class DurableObject {
    protected readonly ctx: object;
  }
  export class WorkerEntrypoint<Env> {
    protected readonly env: Env;
  }
}
