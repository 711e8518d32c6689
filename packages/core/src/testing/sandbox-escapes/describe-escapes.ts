import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeGiven, unique, type GivenSandbox } from "../sandbox-contract/given.ts";
import { ESCAPED, type Attack } from "../../doctor/attack.ts";
import { PROGRAMS, SUBJECTS } from "../../doctor/attacks.ts";
import { examineNamespaces } from "../../doctor/examine.ts";
import { startTargets, tryAttack, type Targets } from "../../doctor/sandbox-under-attack.ts";
import type { EscapesUnderTest, MakeEscapes } from "./escapes-under-test.ts";
import { dataEscapes } from "./data-escapes.ts";
import { egressEscapes } from "./egress-escapes.ts";
import { neighbourEscapes } from "./neighbour-escapes.ts";
import { volumeEscapes } from "./volume-escapes.ts";

/** What an attack has around it. The functions are valid within tests. */
export interface EscapeGiven {
  readonly made: () => EscapesUnderTest;
  readonly place: () => GivenSandbox;
  readonly targets: () => Targets;
  /** Where the attacks' targets are. */
  readonly env: () => Readonly<Record<string, string>>;
  /** The folder of the host that holds the targets, with the file `secret`. */
  readonly hostFolder: () => string;
  /** What the servers there answer with. */
  readonly secret: string;
}

function attacks(subject: string, list: readonly Attack[], given: EscapeGiven): void {
  describe(`at ${subject}: a command`, () => {
    it.for(list)("cannot $name", async (attack, context) => {
      const { onHost } = given.made();
      const { sandbox, files } = given.place();
      const folder = files.hostPath ?? "";
      const result = await tryAttack(attack, { onHost, targets: given.targets(), sandbox, folder });
      if (result === "impossible") {
        if (attack.needs === undefined)
          throw new Error(`The attack does not work on the host itself: ${attack.name}`);
        console.warn(`\nSKIPPED: "cannot ${attack.name}": this machine has not ${attack.needs}\n`);
        context.skip();
      }
      expect(result).toBe("held");
    });
  });
}

/**
 * Escapes from a sandbox, the same for each that isolates. Every test first shows that its attack works without the defence,
 * and then that it fails inside.
 */
export function describeEscapes(name: string, makeEscapes: MakeEscapes): void {
  describe(`${name}: escapes from it`, () => {
    const secret = unique(ESCAPED);
    let current: EscapesUnderTest | undefined;
    let place: GivenSandbox | undefined;
    let targets: Targets | undefined;
    const inTests = <T>(value: T | undefined): T => {
      if (value === undefined) throw new Error("This is there within tests only.");
      return value;
    };
    beforeAll(async () => {
      current = await makeEscapes();
      await current.provider.start();
      place = await makeGiven(current);
      targets = await startTargets(current.onHost, { secret, abstract: unique("abstract") });
    });
    afterAll(async () => {
      await current?.provider.close();
      await targets?.remove();
      await current?.volumes.close();
      await current?.remove?.();
    });

    const given: EscapeGiven = {
      made: () => inTests(current),
      place: () => inTests(place),
      targets: () => inTests(targets),
      env: () => inTests(targets).env,
      hostFolder: () => inTests(targets).folder,
      secret,
    };
    it("are tried with programs that are there", async () => {
      const missing = `for name in ${PROGRAMS}; do command -v "$name" >/dev/null || echo "$name"; done`;
      expect((await given.place().sandbox.run({ command: missing })).stdout).toBe("");
    });
    it("have none of the host's namespaces", async () => {
      const found = await examineNamespaces(given.place().sandbox, given.made().onHost);
      expect(found.filter(({ result }) => result !== "held")).toEqual([]);
    });
    for (const [subject, list] of Object.entries(SUBJECTS)) attacks(subject, list, given);
    dataEscapes(given);
    egressEscapes(given);
    neighbourEscapes(given);
    volumeEscapes(given);
  });
}
