import type { BatchItem } from "../domain/batches/batch-item.ts";
import type { BatchTurn } from "../domain/batches/batch.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { invalidField } from "../domain/errors/invalid-field.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { Repositories } from "../ports/store.ts";
import { pointingTo, type TurnChecks } from "../sessions/turn-checks.ts";
import { itemTurn } from "./item-turn.ts";

/** Where the request has what a field of an item's turn says: in the item, or in what all items share. */
function sourceOf(item: BatchItem, position: number, turn: BatchTurn): (pointer: string) => string {
  const at = `#/items/${position}`;
  const shared = "#/defaults/turn";
  return (pointer) => {
    if (pointer === "#/message")
      return `${(item.message ?? turn.message === undefined) ? at : shared}/message`;
    if (pointer === "#/prompt/name")
      return item.prompt === undefined ? `${shared}/prompt/name` : `${at}/prompt`;
    if (pointer.startsWith("#/output") && item.output === undefined) return pointer.replace("#", shared);
    return pointer.replace("#", at).replace("/prompt/arguments", "/variables");
  };
}

/** Checks the items of one batch. An output that items share is checked once. */
export class ItemChecks {
  private output = "";

  constructor(
    private readonly turns: TurnChecks,
    private readonly repositories: Repositories,
    private readonly principal: Principal,
    private readonly turn: BatchTurn,
  ) {}

  /** Throws what a chat throws, with the position of the item and pointers into the request. */
  async check(item: BatchItem, position: number): Promise<void> {
    const turn = itemTurn(this.turn, item);
    const at = `#/items/${position}`;
    if (item.variables !== undefined && turn.prompt === undefined)
      throw invalidField(`${at}/variables`, "needs a prompt");
    try {
      await pointingTo(sourceOf(item, position, this.turn), () => this.checkTurn(turn, item));
    } catch (error) {
      if (!DomainError.isInstance(error) || error.errors !== undefined) throw error;
      const errors = [{ pointer: at, detail: error.detail }];
      throw new DomainError(error.code, `Item ${position}: ${error.detail}`, { errors });
    }
  }

  private async checkTurn(turn: BatchTurn, { output }: BatchItem): Promise<void> {
    await this.turns.message(this.repositories, this.principal, turn);
    const text = output === undefined ? "" : JSON.stringify(output);
    if (text === this.output) return;
    this.turns.output(turn);
    this.output = text;
  }
}
