import { describe, expect, it } from "vitest";
import {
  admin,
  chat,
  heldCommand,
  idle,
  instancesOn,
  read,
  shell,
  turnOnOne,
  until,
} from "./instances.test-support.ts";
import { hasNotifications, type SharedStoresName } from "./shared-stores.test-support.ts";

/** A command that runs until it is killed. */
const endless = () => new Promise<never>(() => {});

/** An instance interrupts a turn of another: by a notification, or by a poll if there are none. */
export function interrupts(name: SharedStoresName): void {
  const given = instancesOn(name);
  it("interrupts it", async () => {
    const instances = await given({ polls: false });
    const { one, two, workspace, turn } = await turnOnOne(instances, { script: [shell], command: endless });
    await until(() => one.sandbox.commands.length === 1);
    expect(await two.service.sessions.interrupt(admin, workspace, turn.session_id)).toEqual({
      interrupted: true,
    });
    const { status } = await two.service.sessions.turn(admin, workspace, turn.session_id, turn.turn_id);
    expect(status).toBe("interrupted");
  });
}

export function describeActing(name: SharedStoresName): void {
  describe(`on ${name}, another instance than the turn's`, () => {
    const given = instancesOn(name);
    interrupts(name);

    it("answers its request, and the turn continues", async () => {
      const instances = await given({ polls: false });
      const script = [shell, { text: "done" }];
      const config = { permissions: { bash: "ask" } };
      const { one, two, workspace, turn } = await turnOnOne(instances, { script }, config);
      const asked = async () => two.service.sessions.get(admin, workspace, turn.session_id);
      await until(async () => (await asked()).status === "waiting");
      const [request] = (await asked()).pending_requests;
      await two.service.sessions.answerRequest(admin, workspace, turn.session_id, request?.id ?? "", {
        decision: "allow",
      });
      await until(async () => (await asked()).status === "idle");
      expect(one.sandbox.commands).toHaveLength(1);
    });

    it("steers it: the message joins between two steps", async () => {
      const instances = await given({ polls: false });
      const { command, open } = heldCommand();
      const script = [shell, { text: "done" }];
      const { one, two, workspace, turn } = await turnOnOne(instances, { script, command });
      await until(() => one.sandbox.commands.length === 1);
      const { session_id } = turn;
      const steering = { message: "and this", on_busy: "steer", session_id } as const;
      const joined = await two.service.chat.send(admin, workspace, steering);
      expect(joined.turn_id).toBe(turn.turn_id);
      open();
      await until(
        async () => (await two.service.sessions.get(admin, workspace, session_id)).status === "idle",
      );
      const { items } = await two.service.sessions.messages(admin, workspace, session_id, {});
      expect(items.map(({ role, content }) => [role, content])).toContainEqual(["user", "and this"]);
    });

    it("revokes a token that is used here, at once", async () => {
      const instances = await given();
      const [one, two] = [await instances.start(idle), await instances.start(idle)];
      const { id, token } = await one.service.tokens.create(admin, { name: "ci" });
      await two.service.tokens.authenticate(token);
      await one.service.tokens.revoke(admin, id);
      await expect(two.service.tokens.authenticate(token)).rejects.toMatchObject({ code: "invalid_token" });
    });

    it("deletes its workspace: the turn stops, and its readers are disconnected", async () => {
      const instances = await given({ polls: false });
      const { one, two, workspace, turn } = await turnOnOne(instances, { script: [shell], command: endless });
      await until(() => one.sandbox.commands.length === 1);
      const here = await read(one, admin, workspace, turn.session_id);
      await two.service.workspaces.delete(admin, workspace);
      await here.done;
      expect(one.sandbox.state(workspace)).toBe("stopped");
      await expect(one.service.workspaces.get(admin, workspace)).rejects.toMatchObject({ code: "not_found" });
    });
  });

  if (!hasNotifications(name)) return;
  describe(`on ${name}`, () => {
    const given = instancesOn(name);

    it("an instance that stops hands its turn over between two steps, and another continues it at once", async () => {
      const instances = await given({ polls: false });
      const { command, open } = heldCommand();
      const one = await instances.start({ script: [shell], command });
      const workspace = await instances.workspace(one);
      const turn = await one.service.chat.send(admin, workspace, chat);
      await until(() => one.sandbox.commands.length === 1);
      // Not earlier: it would claim the turn itself if it looked for work first.
      const two = await instances.start({ script: [{ text: "done by the other" }] });
      const stopped = one.stop(5_000);
      open();
      const result = await two.service.chat.result(admin, workspace, turn, { seconds: 20 });
      expect([result.status, result.final_message]).toEqual(["completed", "done by the other"]);
      await stopped;
    });
  });
}
