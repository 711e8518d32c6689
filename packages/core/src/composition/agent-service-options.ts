import * as v from "valibot";
import type { Middleware } from "../agent/middleware.ts";
import type { AgentSettings } from "../agent/agent-settings.ts";
import { checkToolNames } from "../agent/tool-names.ts";
import { mayWriteFiles, type Tool } from "../agent/tool.ts";
import { builtInTools } from "../agent/tools/index.ts";
import type { InjectionToken } from "../di.ts";
import { newId } from "../domain/ids.ts";
import { priceLookup } from "../models/prices/price-lookup.ts";
import type { KnownModels } from "../models/known-models.ts";
import type { Prices } from "../domain/prices/model-prices.ts";
import { SUBMIT_OUTPUT } from "../domain/sessions/output-limits.ts";
import { toRateLimits, type RateLimits } from "../domain/limits/rate-limit.ts";
import type { Clock } from "../ports/clock.ts";
import type { CronTimes } from "../ports/cron-times.ts";
import type { ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { McpOptions } from "../ports/mcp.ts";
import type { ModelCatalog } from "../ports/model-catalog.ts";
import type { ModelProvider } from "../ports/model.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import type { OutputSchemas } from "../ports/output-schemas.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";
import type { Store } from "../ports/store.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import type { WebhookOptions } from "../ports/webhook-fetch.ts";
import type { Policy, PolicyOf } from "../ports/policy.ts";
import { policyLookup } from "../config/policy-lookup.ts";
import { leaseTimes } from "../domain/sessions/lease.ts";
import type { TelemetryOptions } from "../telemetry/open-telemetry.ts";
import { RetentionDaysSchema } from "../domain/workspaces/retention.ts";
import { VERSION } from "../version.ts";
import { SecretBox } from "../domain/secrets/secret-box.ts";

/** Puts another implementation instead of a service or port. `replaced` returns what it replaces, which it may call. */
export type Override<T = unknown> = readonly [
  token: InjectionToken<T>,
  provider:
    | { readonly useValue: T }
    | { readonly useFactory: (resolve: <S>(token: InjectionToken<S>) => S, replaced: () => T) => T },
];

export interface AgentServiceOptions {
  readonly store: Store;
  readonly volumes: VolumeProvider;
  readonly sandbox: SandboxProvider;
  readonly models: ModelProvider;
  /** The bounds of what callers may ask for, for all or by tenant and principal. Default: `{}`. */
  readonly policy?: Policy | PolicyOf;
  /**
   * What models cost. Default: the prices of `modelCatalog`, and the providers' list prices at this version (`LIST_PRICES`). A model without
   * a price has no cost; with a limit of the cost it is refused with `price_unknown`.
   */
  readonly prices?: Prices;
  /** Prices and windows that are newer than those of this version. Read at the start and every few hours; where it cannot be read, what is known stays. */
  readonly modelCatalog?: ModelCatalog;
  /** Beside the built-in tools; one of the same name replaces a built-in. */
  readonly tools?: readonly Tool[];
  /** Functions around turns, calls of tools and requests to models. The first is the outermost. */
  readonly middleware?: readonly Middleware[];
  /** MCP servers, whose tools agents use like their own. Absent: a config can name none. */
  readonly mcp?: McpOptions;
  /** Checks structured output, such as `ajvSchemas()` of `@workspace-agent/json-schema`. Absent: no chat may ask for it. */
  readonly outputSchemas?: OutputSchemas;
  /** How webhooks leave the host. Absent: there are none. */
  readonly webhooks?: WebhookOptions;
  /** Where snapshots of workspaces' files are stored, such as `folderObjects()` of `@workspace-agent/volume-folder`. Every instance reaches the same. Default: those of `volumes`, if these have any. Null: there are no snapshots. */
  readonly objects?: ObjectStore | null;
  /**
   * Keep the files of workspaces in `objects`: what a host has of them is a working copy, and any instance continues where another was
   * lost. The volumes take snapshots. Workspaces that were created without it stay where they are. Default false.
   */
  readonly portableFiles?: boolean;
  /** When schedules are due: `cronTimes()` of `@workspace-agent/cron-times`. Absent: there are none. */
  readonly cronTimes?: CronTimes;
  /** Spans of turns, steps and calls of tools. Default: those of the tracer that is registered with `@opentelemetry/api`, without what was said. */
  readonly telemetry?: TelemetryOptions;
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** Encrypts secrets at rest: at least 16 characters, the same on all instances of a store. Absent: one of this process, so that stored secrets are lost with it. */
  readonly secretKey?: string | undefined;
  /** Whom a password or one-time code signs in. Default: tenant `default`, user `admin`, no password. */
  readonly signIn?: { readonly tenant?: string; readonly userId?: string; readonly password?: string | null };
  /** Names this instance among all that use the store, in its life alone. Default: a new id. For other parts that need it, such as the container sandbox. */
  readonly instanceId?: string;
  /** Turns that this instance runs at once. Default 64. */
  readonly maxRunningTurns?: number;
  /** Turns that one workspace runs at once, on all instances of the store together; others wait. Those that wait for people are not counted. Default: half of `maxRunningTurns`, at least 4; null: any number. */
  readonly maxRunningTurnsPerWorkspace?: number | null;
  /** Turns that this instance runs at once for one principal, in all of its workspaces. Default: three quarters of `maxRunningTurns`, at least 4; null: any number. */
  readonly maxRunningTurnsPerPrincipal?: number | null;
  /** Turns that this instance runs at once for one tenant. Default: seven eighths of `maxRunningTurns`, at least 4; null: any number, for a host with one tenant. */
  readonly maxRunningTurnsPerTenant?: number | null;
  /** How long an instance holds a turn without a word to the store, in milliseconds: when it died, the turn continues on another instance after that. At least 300. Default 45,000. */
  readonly leaseMs?: number;
  /** Turns that may wait in one session. Default 64. */
  readonly maxQueuedTurns?: number;
  /** How long a person may take to answer a request of the agent, in milliseconds; then it counts as denied. Default: a day. */
  readonly requestTtlMs?: number;
  /** For each principal, across all instances of the store. Default: 60,000 `writes` and 6,000 `turns` a minute; null: no limit. */
  readonly rateLimits?: Partial<RateLimits>;
  /** What the shared volume of each tenant may hold, in MiB, with one inode for each 16 KiB (at least 16,384). Default: any amount. */
  readonly sharedDiskMb?: number;
  /** For how many days sessions stay that nobody uses, 1 to 36,500. A workspace can shorten it, and not lengthen it. Default: null, forever. */
  readonly retention?: { readonly sessionsDays?: number | null };
  /** In [0, 1): spreads retries. Default `Math.random`. */
  readonly random?: () => number;
  readonly overrides?: readonly Override[];
}

const DEFAULT_RUNNING_TURNS = 64;
const DEFAULT_QUEUED_TURNS = 64;
/** What is left of an instance's turns is for other workspaces, for other principals, and for other tenants. */
const SHARES = { workspace: 1 / 2, principal: 3 / 4, tenant: 7 / 8 } as const;
/** An instance that runs a few turns is not divided. */
const MIN_SHARE = 4;
const DEFAULT_REQUEST_TTL_MS = 86_400_000;
const MIN_KEY_LENGTH = 16;

/** The options as the services receive them. */
export function toSettings(options: AgentServiceOptions, known: KnownModels): ServiceSettings {
  const { secretKey = crypto.randomUUID(), maxRunningTurns = DEFAULT_RUNNING_TURNS, policy = {} } = options;
  const share = (given: number | null | undefined, part: number) =>
    given === undefined ? Math.max(Math.ceil(maxRunningTurns * part), MIN_SHARE) : given;
  if (secretKey.length < MIN_KEY_LENGTH)
    throw new Error(`secretKey needs at least ${MIN_KEY_LENGTH} characters.`);
  if (options.webhooks !== undefined && options.store.webhooks === undefined)
    throw new Error('The option `webhooks` needs a store that has the part "webhooks".');
  if (options.cronTimes !== undefined && options.store.schedules === undefined)
    throw new Error('The option `cronTimes` needs a store that has the part "schedules".');
  if (options.objects != null && options.store.snapshots === undefined)
    throw new Error('The option `objects` needs a store that has the part "snapshots".');
  if (
    options.portableFiles === true &&
    (options.objects == null || options.store.workingCopies === undefined)
  )
    throw new Error(
      'The option `portableFiles` needs `objects`, and a store that has the part "workingCopies".',
    );
  const { tools } = toAgentSettings(options);
  return {
    version: VERSION,
    instanceId: options.instanceId ?? newId("inst"),
    maxRunningTurns,
    maxRunningTurnsPerWorkspace: share(options.maxRunningTurnsPerWorkspace, SHARES.workspace),
    maxRunningTurnsPerPrincipal: share(options.maxRunningTurnsPerPrincipal, SHARES.principal),
    maxRunningTurnsPerTenant: share(options.maxRunningTurnsPerTenant, SHARES.tenant),
    lease: leaseTimes(options.leaseMs),
    maxQueuedTurns: options.maxQueuedTurns ?? DEFAULT_QUEUED_TURNS,
    requestTtlMs: options.requestTtlMs ?? DEFAULT_REQUEST_TTL_MS,
    sharedDiskMb: options.sharedDiskMb ?? null,
    portableFiles: options.portableFiles ?? false,
    retention: { sessionsDays: v.parse(RetentionDaysSchema, options.retention?.sessionsDays ?? null) },
    policyOf: policyLookup(policy),
    modelNames: (typeof policy === "object" && policy.models) || [],
    prices: priceLookup(options.prices ?? ((reference) => known.find(reference)?.prices?.value ?? null)),
    ownPriced: ownPriced(options.prices),
    modelCatalog: options.modelCatalog ?? null,
    rateLimits: toRateLimits(options.rateLimits),
    toolNames: [...tools.map(({ name }) => name), SUBMIT_OUTPUT],
    writingTools: tools.filter((tool) => mayWriteFiles(tool)).map(({ name }) => name),
    mcp: options.mcp ?? null,
    webhooks: options.webhooks ?? null,
    cronTimes: options.cronTimes ?? null,
    outputSchemas: options.outputSchemas ?? null,
    secrets: new SecretBox(secretKey),
    signIn: {
      tenant: options.signIn?.tenant ?? "default",
      userId: options.signIn?.userId ?? "admin",
      password: options.signIn?.password ?? null,
    },
    random: options.random ?? Math.random,
  };
}

function ownPriced(prices: Prices | undefined): ServiceSettings["ownPriced"] {
  if (prices === undefined) return null;
  return typeof prices === "function" ? [] : Object.keys(prices);
}

/** What the agent receives: the built-in tools, those of the host instead of built-ins of the same name, and its middleware. */
export function toAgentSettings({ tools = [], middleware = [] }: AgentServiceOptions): AgentSettings {
  checkToolNames(tools);
  const replaced = new Set(tools.map(({ name }) => name));
  return { tools: [...builtInTools.filter(({ name }) => !replaced.has(name)), ...tools], middleware };
}
