import { inject, service } from "../../di.ts";
import { Idempotency } from "../../idempotency/idempotency.ts";
import type { Clock } from "../../ports/clock.ts";
import { CLOCK, LOGGER, STORE } from "../../ports/injection.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Store } from "../../ports/store.ts";

/** The dependencies of a versioned collection. */
@service()
export class CollectionPorts {
  constructor(
    @inject(STORE) readonly store: Store,
    @inject(CLOCK) readonly clock: Clock,
    @inject(LOGGER) readonly logger: Logger,
    @inject(Idempotency) readonly idempotency: Idempotency,
  ) {}
}
