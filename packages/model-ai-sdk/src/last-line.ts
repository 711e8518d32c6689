/** `data: [DONE]` with the line end before it, those after it, and some room. */
const TAIL = 32;
const LAST_LINE = /(?:^|[\r\n])data: ?\[DONE\]\s*$/;

/** Whether a stream of OpenAI's protocols came to its last line, `[DONE]`, of which no package tells. Holds nothing but a few bytes. */
export class LastLine {
  private tail: Uint8Array = new Uint8Array();

  see(piece: Uint8Array): void {
    this.tail =
      piece.length >= TAIL ? piece.subarray(-TAIL) : Buffer.concat([this.tail, piece]).subarray(-TAIL);
  }

  get hasCome(): boolean {
    return LAST_LINE.test(Buffer.from(this.tail).toString("latin1"));
  }
}
