import {
  SERVICES,
  type AgentService,
  type Override,
  type Principal,
  type RateLimitState,
} from "@workspace-agent/core";

/** The plan of a tenant. */
export interface Plan {
  /** Turns per day, UTC. */
  readonly turnsADay: number;
}

const DAY_SECONDS = 86_400;

/** Limits turns by the plan of the tenant instead of rate limits; other writes are not limited. Counts per instance. */
export function limitsByPlan(planOf: (tenant: string) => Promise<Plan>, now: () => number): Override {
  const used = new Map<string, { readonly day: number; readonly turns: number }>();
  const limits: AgentService["limits"] = {
    async take({ tenant }: Principal, name): Promise<RateLimitState | null> {
      if (name !== "turns") return null;
      const { turnsADay } = await planOf(tenant);
      const seconds = now() / 1000;
      const day = Math.floor(seconds / DAY_SECONDS);
      const before = used.get(tenant);
      const turns = (before?.day === day ? before.turns : 0) + 1;
      used.set(tenant, { day, turns });
      return {
        name,
        limit: turnsADay,
        windowSeconds: DAY_SECONDS,
        allowed: turns <= turnsADay,
        remaining: Math.max(0, turnsADay - turns),
        resetSeconds: Math.ceil((day + 1) * DAY_SECONDS - seconds),
      };
    },
  };
  return [SERVICES.limits, { useValue: limits }];
}
