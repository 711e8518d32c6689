import { inject, service } from "../di.ts";
import type { KnownModel } from "../domain/models/known-model.ts";
import { inTime } from "../instance/in-time.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SETTINGS, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { ModelCatalog } from "../ports/model-catalog.ts";
import { KNOWN_MODELS, type KnownModels } from "./known-models.ts";

const REFRESH_MS = 6 * 3_600_000;
/** After a failure. */
const RETRY_MS = 15 * 60_000;
/** The start waits for the catalog, so that no turn begins without the prices that it has. */
const READ_MS = 10_000;

/** Reads the host's catalog of models at the start and every six hours. What cannot be read changes nothing. */
@service()
export class CatalogRefresh {
  private readonly stopping = new AbortController();
  private loop: Promise<void> = Promise.resolve();
  private hasRead = false;

  constructor(
    @inject(SETTINGS) private readonly settings: Pick<ServiceSettings, "modelCatalog">,
    @inject(KNOWN_MODELS) private readonly known: KnownModels,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    const { modelCatalog: catalog } = this.settings;
    if (catalog === null) return;
    const isRead = await this.read(catalog);
    this.loop = this.run(catalog, isRead);
  }

  private async run(catalog: ModelCatalog, isRead: boolean): Promise<void> {
    for (let pauseMs = isRead ? REFRESH_MS : RETRY_MS; ;) {
      await this.clock.sleep(pauseMs, this.stopping.signal);
      if (this.stopping.signal.aborted) return;
      pauseMs = (await this.read(catalog)) ? REFRESH_MS : RETRY_MS;
    }
  }

  /** Returns whether the catalog could be read. Never rejects. */
  private async read(catalog: ModelCatalog): Promise<boolean> {
    try {
      const models = await this.inReadTime((signal) => catalog.read(signal));
      if (models !== null) this.use(catalog, models);
      return true;
    } catch (error) {
      if (this.stopping.signal.aborted) return false;
      this.logger.warn(
        { catalog: catalog.name, error },
        "the catalog of models could not be read; what was known before stays",
      );
      if (!this.hasRead) await this.useKept(catalog);
      return false;
    }
  }

  private async useKept(catalog: ModelCatalog): Promise<void> {
    try {
      const models = await this.inReadTime(async () => (await catalog.kept?.()) ?? null);
      if (models !== null) this.use(catalog, models);
    } catch (error) {
      this.logger.warn(
        { catalog: catalog.name, error },
        "the copy of the catalog of models could not be read",
      );
    }
  }

  private use(catalog: ModelCatalog, models: readonly KnownModel[]): void {
    this.known.supersede(models);
    this.hasRead = true;
    this.logger.info({ catalog: catalog.name, models: models.length }, "a catalog of models is used");
  }

  private inReadTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clock, stopping } = this;
    const tooLong = () => new Error(`No answer within ${READ_MS / 1_000} s.`);
    return inTime(work, { clock, idleMs: READ_MS, signal: stopping.signal, tooLong });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
  }
}
