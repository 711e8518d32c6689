/** A text to be found, whole or in pieces. */
export interface Needle {
  readonly text: string;
  /** What stands for it where it is found. */
  readonly name: string;
  /** Characters of the shortest piece that is found, at most the whole. */
  readonly leastPiece: number;
}

const ROOT = 0;
const NONE = -1;
const CODE_UNITS = 65_536;

/** The smallest power of two that is not below. */
export function powerOfTwo(size: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(size, 2)));
}

/**
 * Every piece of some texts as a suffix automaton (Blumer et al., 1985): built in the time and memory of the texts' length, and
 * read with `SubstringCursor` in the time of what is read, whatever the texts are.
 */
export class SubstringAutomaton {
  readonly longest: number;
  /** Characters of the shortest piece that counts. */
  readonly leastPiece: number;
  readonly names: readonly string[];
  /** The kind of a code unit; 0 is in none of the texts. */
  readonly kinds = new Uint16Array(CODE_UNITS);
  readonly lengths: Int32Array;
  readonly links: Int32Array;
  /** Of a state, the name of what it is a piece of and how long a piece has to be. */
  readonly nameOf: Int32Array;
  readonly leastOf: Int32Array;
  /** The next shorter piece that counts by itself, by links; `NONE` where there is none. */
  readonly shorter: Int32Array;
  private readonly first: Int32Array;
  private readonly edgeState: Int32Array;
  private readonly edgeKind: Uint16Array;
  private readonly edgeTarget: Int32Array;
  private readonly edgeNext: Int32Array;
  private readonly mask: number;
  private states = 1;

  /** `folded`: pairs of characters of which a text may hold the first instead of the second. */
  constructor(needles: readonly Needle[], folded: readonly string[] = []) {
    const total = needles.reduce((sum, { text }) => sum + text.length, 0);
    this.longest = needles.reduce((most, { text }) => Math.max(most, text.length), 0);
    this.leastPiece = needles.reduce((least, needle) => Math.min(least, needle.leastPiece), this.longest);
    this.names = needles.map(({ name }) => name);
    const size = 2 * total + 2;
    this.lengths = new Int32Array(size);
    this.links = new Int32Array(size).fill(NONE);
    this.nameOf = new Int32Array(size).fill(NONE);
    this.leastOf = new Int32Array(size).fill(2 ** 31 - 1);
    this.shorter = new Int32Array(size).fill(NONE);
    this.first = new Int32Array(size).fill(NONE);
    // There are at most three edges for a character.
    const slots = powerOfTwo(5 * total);
    this.mask = slots - 1;
    this.edgeState = new Int32Array(slots).fill(NONE);
    this.edgeKind = new Uint16Array(slots);
    this.edgeTarget = new Int32Array(slots);
    this.edgeNext = new Int32Array(slots);
    let kinds = 0;
    for (const { text } of needles)
      for (let at = 0; at < text.length; at++) this.kinds[text.charCodeAt(at)] ||= ++kinds;
    for (const [first = "", second = ""] of folded)
      this.kinds[first.charCodeAt(0)] = this.kinds[second.charCodeAt(0)] ?? 0;
    for (const { text } of needles) this.insert(text);
    for (const [index, needle] of needles.entries()) this.mark(needle, index);
    this.spread();
  }

  /** Whether a longer piece than that of the state can follow. */
  goesOn(state: number): boolean {
    return this.first[state] !== NONE;
  }

  private slot(state: number, kind: number): number {
    let slot = (Math.imul(state, 0x9e3779b1) ^ Math.imul(kind, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & this.mask;
    for (;;) {
      const held = this.edgeState[slot];
      if (held === NONE || (held === state && this.edgeKind[slot] === kind)) return slot;
      slot = (slot + 1) & this.mask;
    }
  }

  /** The state after one more character; `NONE` where no text goes on so. */
  target(state: number, kind: number): number {
    const slot = this.slot(state, kind);
    return this.edgeState[slot] === NONE ? NONE : (this.edgeTarget[slot] ?? NONE);
  }

  private connect(state: number, kind: number, target: number): void {
    const slot = this.slot(state, kind);
    if (this.edgeState[slot] === NONE) {
      this.edgeState[slot] = state;
      this.edgeKind[slot] = kind;
      this.edgeNext[slot] = this.first[state] ?? NONE;
      this.first[state] = slot;
    }
    this.edgeTarget[slot] = target;
  }

  private lengthOf(state: number): number {
    return this.lengths[state] ?? 0;
  }

  private linkOf(state: number): number {
    return this.links[state] ?? NONE;
  }

  private add(length: number): number {
    this.lengths[this.states] = length;
    return this.states++;
  }

  /** The state for `target` as it is reached from `state`, which may be shorter than what it was made for. */
  private split(state: number, kind: number, target: number): number {
    if (this.lengthOf(target) === this.lengthOf(state) + 1) return target;
    const clone = this.add(this.lengthOf(state) + 1);
    for (let slot = this.first[target] ?? NONE; slot !== NONE; slot = this.edgeNext[slot] ?? NONE)
      this.connect(clone, this.edgeKind[slot] ?? 0, this.edgeTarget[slot] ?? 0);
    this.links[clone] = this.linkOf(target);
    this.links[target] = clone;
    for (let from = state; from !== NONE && this.target(from, kind) === target; from = this.linkOf(from))
      this.connect(from, kind, clone);
    return clone;
  }

  private insert(text: string): void {
    let last = ROOT;
    for (let at = 0; at < text.length; at++) {
      const kind = this.kinds[text.charCodeAt(at)] ?? 0;
      const known = this.target(last, kind);
      if (known !== NONE) {
        last = this.split(last, kind, known);
        continue;
      }
      const made = this.add(this.lengthOf(last) + 1);
      let from = last;
      let found: number = NONE;
      for (; from !== NONE; from = this.linkOf(from)) {
        found = this.target(from, kind);
        if (found !== NONE) break;
        this.connect(from, kind, made);
      }
      this.links[made] = from === NONE ? ROOT : this.split(from, kind, found);
      last = made;
    }
  }

  private mark({ text, leastPiece }: Needle, index: number): void {
    let state = ROOT;
    for (let at = 0; at < text.length; at++) {
      state = this.target(state, this.kinds[text.charCodeAt(at)] ?? 0);
      if (leastPiece >= (this.leastOf[state] ?? 0)) continue;
      this.leastOf[state] = leastPiece;
      this.nameOf[state] = index;
    }
  }

  /** All states, the shortest first, by counting. */
  private byLength(): Int32Array {
    const next = new Int32Array(this.longest + 2);
    for (let state = 0; state < this.states; state++) {
      const after = this.lengthOf(state) + 1;
      next[after] = (next[after] ?? 0) + 1;
    }
    for (let length = 1; length < next.length; length++)
      next[length] = (next[length] ?? 0) + (next[length - 1] ?? 0);
    const order = new Int32Array(this.states);
    for (let state = 0; state < this.states; state++) {
      const length = this.lengthOf(state);
      order[next[length] ?? 0] = state;
      next[length] = (next[length] ?? 0) + 1;
    }
    return order;
  }

  /** What holds for a piece holds for the pieces that it ends with. */
  private spread(): void {
    const order = this.byLength();
    for (const state of order.toReversed()) {
      const link = this.linkOf(state);
      if (link <= ROOT || (this.leastOf[state] ?? 0) >= (this.leastOf[link] ?? 0)) continue;
      this.leastOf[link] = this.leastOf[state] ?? 0;
      this.nameOf[link] = this.nameOf[state] ?? NONE;
    }
    for (const state of order) {
      const link = this.linkOf(state);
      if (link <= ROOT) continue;
      const counts = this.lengthOf(link) >= (this.leastOf[link] ?? 0);
      this.shorter[state] = counts ? link : (this.shorter[link] ?? NONE);
    }
  }
}

/** Reads a text: after each character it knows the longest piece that the text ends with there. */
export class SubstringCursor {
  /** Characters of that piece, be it long enough to count or not. */
  length = 0;
  private state = ROOT;

  constructor(private readonly automaton: SubstringAutomaton) {}

  reset(): void {
    this.state = ROOT;
    this.length = 0;
  }

  /** Stands where another cursor of the same automaton stands. */
  follow({ state, length }: SubstringCursor): void {
    this.state = state;
    this.length = length;
  }

  read(unit: number): void {
    const { automaton } = this;
    const kind = automaton.kinds[unit] ?? 0;
    if (kind === 0) {
      this.reset();
      return;
    }
    let { state } = this;
    let target = automaton.target(state, kind);
    if (target !== NONE) {
      this.state = target;
      this.length += 1;
      return;
    }
    while (target === NONE && state !== ROOT) {
      state = automaton.links[state] ?? ROOT;
      target = automaton.target(state, kind);
    }
    this.length = target === NONE ? 0 : (automaton.lengths[state] ?? 0) + 1;
    this.state = target === NONE ? ROOT : target;
  }

  /** The state of the longest piece that counts; `NONE` where none does. */
  private get counting(): number {
    return this.length >= (this.automaton.leastOf[this.state] ?? 0) && this.length > 0
      ? this.state
      : (this.automaton.shorter[this.state] ?? NONE);
  }

  /** Characters of the longest piece that counts; 0: none does. */
  get found(): number {
    const { counting } = this;
    if (counting === NONE) return 0;
    return counting === this.state ? this.length : (this.automaton.lengths[counting] ?? 0);
  }

  get foundName(): string {
    return this.automaton.names[this.automaton.nameOf[this.counting] ?? NONE] ?? "";
  }

  /** So many of the last characters may be the beginning of a piece that counts. */
  get undecided(): number {
    let { state } = this;
    if (this.automaton.goesOn(state)) return this.length;
    while (state !== ROOT && !this.automaton.goesOn(state)) state = this.automaton.links[state] ?? ROOT;
    return this.automaton.lengths[state] ?? 0;
  }
}
