/**
 * The only door to tsyringe. `reflect-metadata` has to be evaluated before it, in every bundle, and a
 * second import path could turn the two around.
 */
import "reflect-metadata";
import { Lifecycle, scoped } from "tsyringe";

export {
  container,
  inject,
  instanceCachingFactory,
  type DependencyContainer,
  type InjectionToken,
} from "tsyringe";

/** InterruptRequests a class of which each `createAgentService` makes one instance, when it is first needed. */
export const service = () => scoped(Lifecycle.ContainerScoped);
