import { inject, service } from "../../di.ts";
import { Idempotency } from "../../idempotency/idempotency.ts";
import type { Clock } from "../../ports/clock.ts";
import { CLOCK, LOGGER, STORE } from "../../ports/injection.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Store } from "../../ports/store.ts";
import { ConfigCheck } from "../../config/config-check.ts";
import { VersionedCollection } from "../versioned-collection.ts";
import { templateKind } from "./template-kind.ts";
import type {
  Template,
  CheckedTemplateInput,
  CheckedTemplateReplacement,
} from "../../domain/library/template.ts";

@service()
export class TemplatesService extends VersionedCollection<
  Template,
  CheckedTemplateInput,
  CheckedTemplateReplacement
> {
  constructor(
    @inject(STORE) store: Store,
    @inject(CLOCK) clock: Clock,
    @inject(LOGGER) logger: Logger,
    @inject(Idempotency) idempotency: Idempotency,
    @inject(ConfigCheck) check: ConfigCheck,
  ) {
    super(templateKind(check), { store, clock, logger, idempotency });
  }
}
