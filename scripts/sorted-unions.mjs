const CLOSING = { "(": ")", "[": "]", "{": "}", "<": ">" };
/** What ends a union, beside its own bracket and brackets of an earlier line. */
const BETWEEN = new Set([",", ";", ":", "=", "=>", "?", "&", "extends", ...Object.values(CLOSING)]);
const TOKENS = /=>|"[^"]*"|[\w$.?-]+|\S/g;

/** Consumes the tokens up to and including `end`, or all. */
function sorted(tokens, end) {
  let text = "";
  let members = [""];
  for (let token = tokens.shift(); token !== undefined && token !== end; token = tokens.shift()) {
    if (token === "|") members.push("");
    else if (BETWEEN.has(token)) {
      text += `${members.toSorted().join("|")} ${token}`;
      members = [""];
    } else {
      const inside = token in CLOSING ? sorted(tokens, CLOSING[token]) + CLOSING[token] : "";
      members.push(`${members.pop()} ${token}${inside}`);
    }
  }
  return text + members.toSorted().join("|");
}

/** A line of a declaration with sorted unions, for comparison only. */
export function withSortedUnions(line) {
  return sorted(line.match(TOKENS) ?? []);
}
