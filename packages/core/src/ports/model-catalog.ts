import type { KnownModel } from "../domain/models/known-model.ts";

/** A catalog of models outside of the service, such as a file or URL. It is read at the start and every few hours. */
export interface ModelCatalog {
  /** Its name in the log, without credentials. */
  readonly name: string;
  /**
   * The models of the catalog, or null where they are as they were at the last call that did not reject. Rejects where the catalog cannot
   * be read or is not valid, and soon after `signal` aborts.
   */
  read(signal: AbortSignal): Promise<readonly KnownModel[] | null>;
  /** What the last good read left for a start at which the catalog cannot be read; null: nothing. */
  kept?(): Promise<readonly KnownModel[] | null>;
}
