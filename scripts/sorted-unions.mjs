const CLOSING = { "(": ")", "[": "]", "{": "}", "<": ">" };
/** What ends a union, beside its own bracket. */
const BETWEEN = new Set([",", ";", ":", "=", "=>", "?", "&", "extends", ...Object.values(CLOSING)]);
const TOKENS = /=>|"[^"]*"|[\w$.?-]+|\S/g;

/** Consumes the tokens up to and including `end`, or all. */
function sorted(tokens, end) {
  const statements = [];
  let text = "";
  let members = [""];
  for (let token = tokens.shift(); token !== undefined && token !== end; token = tokens.shift()) {
    if (token === "|") members.push("");
    else if (BETWEEN.has(token)) {
      text += `${members.toSorted().join("|")} ${token}`;
      members = [""];
      if (token === ";") {
        statements.push(text);
        text = "";
      }
    } else {
      const inside = token in CLOSING ? sorted(tokens, CLOSING[token]) + CLOSING[token] : "";
      members.push(`${members.pop()} ${token}${inside}`);
    }
  }
  return statements.toSorted().join("") + text + members.toSorted().join("|");
}

/** A declaration with sorted unions and properties, for comparison only. */
export function withSortedUnions(declaration) {
  return sorted(declaration.match(TOKENS) ?? []);
}
