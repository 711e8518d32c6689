import { expect, it } from "vitest";
import { makeGiven } from "../sandbox-contract/given.ts";
import { ESCAPED } from "../../doctor/attack.ts";
import type { EscapeGiven } from "./describe-escapes.ts";

/** Where commands may see the host's programs, the service's own data must not be among them. */
export function dataEscapes(given: EscapeGiven): void {
  it("a command cannot read the data of a service that keeps it among the host's programs", async (context) => {
    const { onHost, withData, volumes } = given.made();
    const making = 'dir=$(mktemp -d /usr/local/data-XXXXXX) && echo "$SECRET" > "$dir/key" && echo "$dir"';
    const { stdout } = await onHost(making, { folder: "/", env: { SECRET: given.secret } });
    const dir = stdout.trim();
    if (dir === "") {
      console.warn("\nSKIPPED: data below /usr: this machine has not a service that is root\n");
      return context.skip();
    }
    const env = { DATA: dir };
    const read = 'cat "$DATA/key"';
    const provider = withData(dir);
    try {
      expect((await onHost(read, { folder: "/", env })).stdout).toContain(ESCAPED);
      const refused: unknown = await provider.start().then(
        () => null,
        (error: unknown) => error,
      );
      if (refused !== null) {
        expect(refused).toMatchObject({ code: "sandbox_unavailable" });
        expect(refused).toHaveProperty("detail", expect.stringContaining(dir));
        return;
      }
      const { sandbox } = await makeGiven({ provider, volumes });
      expect((await sandbox.run({ command: `${read}; echo done`, env })).stdout).toBe("done\n");
    } finally {
      await provider.close();
      await onHost('rm -rf "$DATA"', { folder: "/", env });
    }
  });
}
