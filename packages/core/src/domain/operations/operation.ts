import { DomainError } from "../errors/domain-error.ts";
import { requireAccess, type OperationAccess, type Principal } from "../principals/principal.ts";
import { workspaceId } from "./checks.ts";

/** Checks an argument of a method. Returns it with the defaults of its schema, or throws a `DomainError`. */
export type Check<Argument = unknown> = (argument: unknown) => Argument;

/** A check that depends on the caller. */
export type CallerCheck<Argument = unknown> = (argument: unknown, principal: Principal) => Argument;

type Checks<Arguments extends readonly unknown[]> = {
  readonly [Position in keyof Arguments]-?: Check<Arguments[Position]>;
};
type CallerChecks<Arguments extends readonly unknown[]> = {
  readonly [Position in keyof Arguments]-?: CallerCheck<Arguments[Position]>;
};

type AnyOperation = (
  | { readonly access: OperationAccess; readonly inputs: readonly CallerCheck[] }
  | { readonly access: "public"; readonly inputs: readonly Check[] }
) & { readonly isSync?: boolean };

/** Of a method that returns no promise, so that its errors are thrown. */
type Mode<Result> = Result extends Promise<unknown> ? { readonly isSync?: false } : { readonly isSync: true };

/** Who may call a method, and the check of each argument after the principal. `public`: the method takes no principal. */
type OperationOf<Given extends readonly unknown[], Result> = Given extends readonly [Principal, ...infer Rest]
  ? { readonly access: OperationAccess; readonly inputs: CallerChecks<Rest> } & Mode<Result>
  : { readonly access: "public"; readonly inputs: Checks<Given> } & Mode<Result>;

/** The operations of a service, by the names of its methods. */
export type Operations<Api> = {
  readonly [Method in keyof Api]: Api[Method] extends (...given: infer Given) => infer Result
    ? OperationOf<Given, Result>
    : never;
};

const NOT_OF_TENANT =
  "This is about the whole tenant. A principal that sees only its own workspaces cannot use it.";

type Method = (...given: readonly unknown[]) => unknown;

function methodOf(service: object, name: string): Method {
  const method: unknown = Reflect.get(service, name);
  if (typeof method !== "function") throw new TypeError(`The service has no method ${name}.`);
  return (...given) => Reflect.apply(method, service, given) as unknown;
}

/** The checks of principals that see only their own workspaces. */
export interface OwnerChecks {
  /** Throws `not_found` for a workspace that the principal did not create. */
  readonly requireOwn: (principal: Principal, workspaceId: string) => Promise<unknown>;
  /** The service is about the whole tenant, and refused to them. */
  readonly isOfTenant: boolean;
}

/** The arguments of a call after its checks. */
function checkedArguments(
  operation: AnyOperation,
  given: readonly unknown[],
  { isOfTenant }: OwnerChecks,
): readonly unknown[] {
  if (operation.access === "public") return operation.inputs.map((check, position) => check(given[position]));
  const principal = given[0] as Principal;
  requireAccess(principal, operation.access);
  if (isOfTenant && principal.sees === "own") throw new DomainError("not_allowed", NOT_OF_TENANT);
  const rest = operation.inputs.map((check, position) => check(given[position + 1], principal));
  return [principal, ...rest];
}

function guard(method: Method, operation: AnyOperation, owners: OwnerChecks): Method {
  if (operation.isSync === true) return (...given) => method(...checkedArguments(operation, given, owners));
  const isOfWorkspace = operation.access !== "public" && operation.inputs[0] === workspaceId;
  // A promise is rejected; nothing is thrown at its caller.
  return async (...given) => {
    const checked = checkedArguments(operation, given, owners);
    if (isOfWorkspace) {
      const [principal, id] = checked as [Principal, string];
      if (principal.sees === "own") await owners.requireOwn(principal, id);
    }
    return await method(...checked);
  };
}

/** The service behind its checks: access first, then the arguments in order. It has the methods that have an operation, and nothing else. */
export function guarded<Api extends object>(
  service: Api,
  operations: Operations<Api>,
  owners: OwnerChecks,
): Api {
  const methods = Object.entries<AnyOperation>(operations).map(
    ([name, operation]) => [name, guard(methodOf(service, name), operation, owners)] as const,
  );
  return Object.fromEntries(methods) as Api;
}

/** A service with a principal bound: its methods without the principal. Methods that take none are left out. */
export type Bound<Api> = {
  readonly [
    Method in keyof Api as Api[Method] extends (...given: infer Given) => unknown
      ? Given extends readonly [Principal, ...unknown[]]
        ? Method
        : never
      : never
  ]: Api[Method] extends (principal: Principal, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

export function bound<Api extends object>(
  service: Api,
  operations: Operations<Api>,
  principal: Principal,
): Bound<Api> {
  const methods = Object.entries<AnyOperation>(operations).flatMap(([name, { access }]) => {
    const method = methodOf(service, name);
    return access === "public"
      ? []
      : [[name, (...given: readonly unknown[]) => method(principal, ...given)] as const];
  });
  return Object.fromEntries(methods) as Bound<Api>;
}
