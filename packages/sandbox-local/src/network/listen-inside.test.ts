import { describe, expect, it } from "vitest";
import { findProgram } from "../programs.ts";
import { listenInside } from "./listen-inside.ts";

describe("a port that cannot be opened inside", () => {
  it.each(["/bin/false", "/no/such/nsenter"])("makes the sandbox unavailable: %s", async (nsenter) => {
    await expect(listenInside(nsenter, 1, 3128)).rejects.toMatchObject({ code: "sandbox_unavailable" });
  });

  it("does not name the missing process to callers", async () => {
    const nsenter = (await findProgram("nsenter")) ?? "/bin/false";
    await expect(listenInside(nsenter, 2 ** 22 + 1, 3128)).rejects.toMatchObject({
      detail: "The egress gateway of the workspace could not be opened.",
    });
  });
});
