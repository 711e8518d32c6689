const CLOSING = { "(": ")", "[": "]", "{": "}", "<": ">" };
/** What ends a union, beside the bracket that it stands in; of brackets, those that were opened in an earlier line. */
const BETWEEN = new Set([",", ";", ":", "=", "=>", "?", "&", "extends", ...Object.values(CLOSING)]);
const TOKENS = /=>|"[^"]*"|[\w$.?-]+|\S/g;

/** Takes the tokens up to and with `end`, or all. */
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

/** A line of a declaration, the members of each union in one order, whatever order it names them in. Only to be compared with others. */
export function withSortedUnions(line) {
  return sorted(line.match(TOKENS) ?? []);
}
