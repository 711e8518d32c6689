/**
 * The only door to tsyringe. `reflect-metadata` has to be evaluated before it, in every bundle, and a
 * second import path could turn the two around.
 */
import "reflect-metadata";

export {
  container,
  inject,
  injectable,
  Lifecycle,
  type ClassProvider,
  type DependencyContainer,
  type FactoryProvider,
  type InjectionToken,
  type ValueProvider,
} from "tsyringe";
