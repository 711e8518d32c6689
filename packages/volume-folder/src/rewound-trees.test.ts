import { test } from "vitest";
import { givenFolder } from "./given.test-support.ts";
import { givenSession } from "./rewound-trees.test-support.ts";

test("a rewind gives the files of its moment byte for byte, and leaves files that did not differ", async () => {
  const session = await givenSession(await givenFolder());
  const turn = (...commands: readonly string[]) => session.perform({ type: "turn", commands });
  await turn("printf x > a; mkdir -p d/e; head -c 1100000 /dev/urandom > d/e/b; ln -s nowhere 'l i n k'");
  await turn("mv d moved; chmod 600 a; printf y > $'\\xff\\xfe'; rm 'l i n k'; mkdir 'l i n k'");
  await session.perform({ type: "upload", content: "zz" });
  await session.perform({ type: "rewind", to: 1 });
  // To the safety snapshot, and to before the first turn.
  await session.perform({ type: "rewind", to: 2 });
  await session.perform({ type: "rewind", to: 0 });
  await session.close();
});
