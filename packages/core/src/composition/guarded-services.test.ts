import { describe, expect, expectTypeOf, it } from "vitest";
import type { CreateOptions } from "../idempotency/idempotency.ts";
import { admin, testHost } from "../test-host.test-support.ts";
import type { Workspace, CreateWorkspace } from "../domain/workspaces/workspace.ts";
import type { ChatInput } from "../domain/sessions/chat.ts";
import type { ChatApi } from "../sessions/chat-api.ts";
import type { Override } from "./agent-service-options.ts";
import type { BoundServices } from "./agent-service.ts";
import { SERVICES } from "./service-tokens.ts";

const host = () => testHost({ script: () => ({ text: "done" }) });

describe("the services of a principal", () => {
  it("have the methods without the principal, and may leave out what has a default", async () => {
    await using one = await host();
    const { workspaces, chat, sessions, prompts, templates, files, tokens } = one.service.as(admin);
    const { id } = await workspaces.create({ name: "x" });
    expect((await workspaces.list()).items.map(({ name }) => name)).toEqual(["x", "test"]);
    const turn = await chat.send(id, { message: "x" });
    expect((await chat.result(id, turn, { seconds: 30 })).final_message).toBe("done");
    expect(await sessions.get(id, turn.session_id)).toMatchObject({ source: "api" });
    expect((await sessions.fork(id, turn.session_id)).forked_from?.session_id).toBe(turn.session_id);
    const batches = await Array.fromAsync(await sessions.events(id, turn.session_id, { follow: false }));
    expect(batches.flat().at(0)).toMatchObject({ seq: 1 });
    expect((await prompts.create({ name: "p", content: "x" })).item).toMatchObject({
      description: "",
      labels: {},
    });
    expect((await templates.create({ name: "t" })).item).toMatchObject({ config: {}, files: [] });
    expect(await workspaces.saveAsTemplate(id, { name: "saved" })).toMatchObject({ files: [] });
    await files.write(id, "workspace", "a", new Blob(["text"]).stream());
    await files.move(id, "workspace", { src: "a", dest: "b" });
    expect((await files.list(id, "workspace", "")).entries.map(({ name }) => name)).toEqual(["b"]);
    expect((await tokens.create({ name: "ci" })).scopes).toEqual(admin.scopes);
    const lines = (async function* () {
      yield [{ index: 0, value: { name: "q", content: "y" } }];
    })();
    const report = prompts.bulk(lines);
    expect((await Array.fromAsync(report.results)).flat()).toMatchObject([{ status: "created" }]);
  });

  it("are typed", () => {
    type Workspaces = BoundServices["workspaces"];
    expectTypeOf<Workspaces["create"]>().toEqualTypeOf<
      (input: CreateWorkspace, options?: CreateOptions) => Promise<Workspace>
    >();
    expectTypeOf<{ message: string }>().toExtend<Parameters<BoundServices["chat"]["send"]>[1]>();
    expectTypeOf<{ message: string }>().toExtend<ChatInput>();
    expectTypeOf<BoundServices["tokens"]>().not.toHaveProperty("authenticate");
    expectTypeOf<BoundServices>().not.toHaveProperty("signIn");
  });
});

describe("the checks of a service", () => {
  it("reject the promise and do not throw", async () => {
    await using one = await host();
    const made = one.service.workspaces.create({ ...admin, scopes: [] }, { name: "x" });
    await expect(made).rejects.toMatchObject({ code: "insufficient_scope" });
  });

  it("throw where there is no promise", async () => {
    await using one = await host();
    const reader = { ...admin, scopes: ["library:read"] as const };
    expect(() => one.service.prompts.bulk(reader, (async function* () {})())).toThrow("insufficient_scope");
  });

  it("take the access before the workspace, and the workspace before the arguments", async () => {
    await using one = await host();
    const { sessions } = one.service;
    const bound = { ...admin, workspace_ids: ["ws_other"] };
    const change = { name: "" };
    const refusal = async (principal: typeof bound) =>
      await sessions.update(principal, one.workspaceId, "ses_none", change).catch((error: unknown) => error);
    expect(await refusal({ ...bound, scopes: [] })).toMatchObject({ code: "insufficient_scope" });
    expect(await refusal(bound)).toMatchObject({ code: "not_found" });
    expect(await refusal({ ...bound, workspace_ids: [one.workspaceId] })).toMatchObject({
      code: "invalid_request",
    });
  });

  it("name the id that is none, and the body that is no stream", async () => {
    await using one = await host();
    const { workspaces, files } = one.service;
    await expect(workspaces.get(admin, undefined as unknown as string)).rejects.toMatchObject({
      code: "invalid_request",
      detail: "The parameter id must be string.",
    });
    const body = "text" as unknown as ReadableStream<Uint8Array>;
    await expect(files.write(admin, one.workspaceId, "workspace", "a", body)).rejects.toMatchObject({
      code: "invalid_request",
      detail: "The parameter body must be a ReadableStream.",
    });
  });

  it("stay in front of an override, which receives the defaults", async () => {
    const seen: unknown[] = [];
    const chat: Override<ChatApi> = [
      SERVICES.chat,
      {
        useFactory: (_resolve, replaced) => ({
          send: async (principal, workspaceId, input, options) => {
            seen.push(input);
            return await replaced().send(principal, workspaceId, input, options);
          },
          stream: async (...given) => await replaced().stream(...given),
          result: async (...given) => await replaced().result(...given),
        }),
      },
    ];
    await using one = await testHost({
      script: () => ({ text: "done" }),
      service: { overrides: [chat as Override] },
    });
    const send = one.service.chat.send(admin, one.workspaceId, { message: "\n" });
    await expect(send).rejects.toMatchObject({ code: "invalid_request", errors: [{ pointer: "#/message" }] });
    await one.service.chat.send(admin, one.workspaceId, { message: "x" });
    expect(seen).toEqual([{ message: "x", source: "api", on_busy: "queue" }]);
  });
});
