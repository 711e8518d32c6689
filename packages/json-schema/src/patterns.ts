import { RE2JS } from "re2js";
import type { Budget } from "./budget.ts";

const MAX_PATTERN = 1_000;
/** The instructions of one pattern and of all patterns of a schema. */
const MAX_INSTRUCTIONS = 10_000;
/** Instructions times characters that cost about as much as one step. */
const PER_STEP = 32;

// What ECMAScript means by `\s`, `\S` and `.`. The engine means ASCII, and all but a line feed.
const SPACES =
  "\\u0009-\\u000d\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
const NO_SPACES =
  "\\u0000-\\u0008\\u000e-\\u001f\\u0021-\\u009f\\u00a1-\\u167f\\u1681-\\u1fff\\u200b-\\u2027\\u202a-\\u202e\\u2030-\\u205e\\u2060-\\u2fff\\u3001-\\ufefe\\uff00-\\u{10ffff}";
const IN_LINE = "[^\\u000a\\u000d\\u2028\\u2029]";
/** A group in which `.` is any character. */
const DOT_ALL = /\(\?[a-z]*s/;

/** An escaped surrogate pair, which is one character, any other escape, and what a class or `.` consists of. */
const TOKEN = /\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\[^]|[[\].]/gi;

function withClasses(pattern: string): string {
  const dot = DOT_ALL.test(pattern) ? "." : IN_LINE;
  let isClass = false;
  return pattern.replace(TOKEN, (token: string, high?: string, low?: string) => {
    if (high !== undefined && low !== undefined)
      return String.fromCharCode(parseInt(high, 16), parseInt(low, 16));
    if (token === "[") isClass = true;
    if (token === "]") isClass = false;
    if (token === "\\s" || token === "\\S") {
      const members = token === "\\s" ? SPACES : NO_SPACES;
      return isClass ? members : `[${members}]`;
    }
    return token === "." && !isClass ? dot : token;
  });
}

/** A pattern for an engine whose time is linear in the text. Lookarounds and backreferences have none. */
function compiled(pattern: string): RE2JS {
  // A pattern has to be one of JavaScript too: the other engine knows syntax that JSON Schema does not.
  const { source } = new RegExp(pattern, "u");
  return RE2JS.compile(RE2JS.translateRegExp(withClasses(source)));
}

/** Checks the patterns of one schema. */
export class PatternCheck {
  private instructions = 0;

  /** Why a pattern is refused, or null. */
  problemOf(pattern: string): string | null {
    if (this.instructions > MAX_INSTRUCTIONS) return null;
    if (pattern.length > MAX_PATTERN) return `A pattern has at most ${MAX_PATTERN} characters.`;
    try {
      this.instructions += compiled(pattern).programSize();
    } catch {
      return "The pattern is not a regular expression that can be matched in linear time. Use no lookaround, no backreference and no repetition above 1000.";
    }
    return this.instructions > MAX_INSTRUCTIONS
      ? "The patterns of the schema are too costly together."
      : null;
  }
}

/** The regular expressions of compiled schemas. Matching spends the budget. */
export function linearRegExp(budget: Budget) {
  const engine = (pattern: string) => {
    const expression = compiled(pattern);
    const size = expression.programSize();
    return {
      // ajv tells expressions apart by this.
      toString: () => pattern,
      test(text: string): boolean {
        budget.spend(1 + Math.ceil((text.length * size) / PER_STEP));
        return expression.test(text);
      },
    };
  };
  return Object.assign(engine, { code: "linearRegExp" });
}
