import type { Daytona } from "@daytonaio/sdk";
import type { App, Image, ModalClient } from "modal";
import { expectTypeOf, it } from "vitest";
import type { DaytonaClient } from "./daytona.ts";
import type { ModalSandboxes } from "./modal.ts";

it("the recipes take the clients of the SDKs", () => {
  expectTypeOf<Daytona>().toExtend<DaytonaClient>();
  const ofModal = ({ sandboxes }: ModalClient, app: App, image: Image): ModalSandboxes => ({
    fromName: (name) => sandboxes.fromName("my-app", name),
    create: (params) => sandboxes.create(app, image, params),
  });
  expectTypeOf(ofModal).returns.toExtend<ModalSandboxes>();
});
