import * as fc from "fast-check";
import { expect, test } from "vitest";
import { allowRule, proposedPattern } from "../packages/client/src/permissions.ts";
import { bashTool } from "../packages/core/src/agent/tools/bash.ts";
import { editTool } from "../packages/core/src/agent/tools/edit.ts";
import { readTool } from "../packages/core/src/agent/tools/read.ts";
import { writeTool } from "../packages/core/src/agent/tools/write.ts";
import {
  matchesPattern,
  permissionOf,
  type Permissions,
} from "../packages/core/src/domain/workspaces/permissions.ts";

const actions = fc.constantFrom("allow" as const, "ask" as const, "deny" as const);
/** Texts of commands and paths, and patterns of them, with few characters, so that they often match. */
const textOf = (...characters: readonly string[]) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 6 });
const CHARACTERS = ["a", "b", "/", ".", "*", "?"] as const;
const texts = textOf(...CHARACTERS);
const patterns = fc.oneof(
  texts,
  texts.map((text) => `/workspace/${text}`),
  fc.constantFrom("*", "a*", "/*", "?*"),
);
const entries = fc.oneof(
  actions,
  fc.array(fc.record({ pattern: patterns, action: actions }), { maxLength: 4 }),
);
const directories = fc.constantFrom("/workspace", "/workspace/a", "/tmp");

const TOOLS = [
  { tool: bashTool, argsOf: (text: string) => ({ command: text }) },
  { tool: readTool, argsOf: (text: string) => ({ path: text }) },
  { tool: writeTool, argsOf: (text: string) => ({ path: text, content: "" }) },
  { tool: editTool, argsOf: (text: string) => ({ path: text, old_text: "a", new_text: "b" }) },
];

test.each(TOOLS)(
  "a rule of $tool.name allows its call, and of others only what it matches and was asked about",
  ({ tool, argsOf }) => {
    const { name } = tool;
    const permissionsOf = fc
      .dictionary(fc.constantFrom(name, `${name.slice(0, 2)}*`, "*"), entries)
      .map((each): Permissions => ({ ...each }));
    let written = 0;
    fc.assert(
      fc.property(
        permissionsOf,
        texts,
        directories,
        fc.option(patterns),
        fc.array(fc.tuple(texts, directories), { minLength: 8, maxLength: 8 }),
        (permissions, text, working_directory, edited, others) => {
          const call = {
            tool: name,
            arguments: JSON.stringify(argsOf(text)),
            subject: { working_directory },
          };
          const subjects = (each: string, directory: string) => tool.subjects(argsOf(each), directory);
          const pattern = edited ?? proposedPattern(call) ?? "";
          const before = permissionOf(permissions, name, subjects(text, working_directory));
          const found = allowRule(permissions, call, pattern);
          if (found.type === "refused") {
            // A pattern for exactly one call is refused only where nobody is asked.
            if (edited === null && !/[*?]/.test(pattern)) expect(before).not.toBe("ask");
            return;
          }
          written += 1;
          const next = found.permissions;
          expect(before).toBe("ask");
          expect(permissionOf(next, name, subjects(text, working_directory))).toBe("allow");
          expect({ ...next, [name]: null }).toEqual({ ...permissions, [name]: null });
          for (const [other, directory] of others) {
            const names = subjects(other, directory);
            const [was, is] = [permissionOf(permissions, name, names), permissionOf(next, name, names)];
            const isMatch = permissionOf({ [name]: [{ pattern, action: "ask" }] }, name, names) === "ask";
            if (was !== is) expect([was, is, isMatch]).toEqual(["ask", "allow", true]);
          }
        },
      ),
      { numRuns: 3_000 },
    );
    expect(written).toBeGreaterThan(100);
  },
);

test.each(TOOLS)(
  "the proposed pattern of $tool.name matches its call, and others only with one character for each * and ?",
  ({ tool, argsOf }) => {
    let matched = 0;
    fc.assert(
      fc.property(
        texts,
        directories,
        // Most others differ from the call in few places.
        fc.array(fc.option(fc.constantFrom(...CHARACTERS)), { minLength: 6, maxLength: 6 }),
        fc.constantFrom("", "", "a", "*"),
        (text, working_directory, replaced, added) => {
          const call = {
            tool: tool.name,
            arguments: JSON.stringify(argsOf(text)),
            subject: { working_directory },
          };
          const formsOf = (each: string) => tool.subjects(argsOf(each), working_directory).names;
          const pattern = proposedPattern(call) ?? "";
          const own = formsOf(text).find((form) => matchesPattern(pattern, form));
          if (own === undefined) throw new Error(`${pattern} does not match ${text}.`);
          const other = Array.from(text, (character, index) => replaced[index] ?? character).join("") + added;
          for (const form of formsOf(other)) {
            const isSame =
              form.length === own.length &&
              Array.from(own).every(
                (character, index) => "*?".includes(character) || form[index] === character,
              );
            expect(matchesPattern(pattern, form)).toBe(isSame);
            if (isSame && form !== own) matched += 1;
          }
        },
      ),
      { numRuns: 3_000 },
    );
    expect(matched).toBeGreaterThan(50);
  },
);
