import { inject, service } from "../../di.ts";
import { Idempotency } from "../../idempotency/idempotency.ts";
import type { Clock } from "../../ports/clock.ts";
import { CLOCK, LOGGER, STORE } from "../../ports/injection.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Store } from "../../ports/store.ts";
import { VersionedCollection } from "../versioned-collection.ts";
import { promptKind } from "./prompt-kind.ts";
import type { Prompt, CheckedPromptInput, CheckedPromptReplacement } from "../../domain/library/prompt.ts";

@service()
export class PromptsService extends VersionedCollection<
  Prompt,
  CheckedPromptInput,
  CheckedPromptReplacement
> {
  constructor(
    @inject(STORE) store: Store,
    @inject(CLOCK) clock: Clock,
    @inject(LOGGER) logger: Logger,
    @inject(Idempotency) idempotency: Idempotency,
  ) {
    super(promptKind, { store, clock, logger, idempotency });
  }
}
