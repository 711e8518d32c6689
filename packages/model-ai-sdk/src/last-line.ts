/** Enough bytes for `data: [DONE]` and the line breaks around it. */
const TAIL = 32;
const LAST_LINE = /(?:^|[\r\n])data: ?\[DONE\]\s*$/;

/** Detects the last line of OpenAI's streams, `[DONE]`, which the packages do not report. */
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
