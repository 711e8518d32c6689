import { setTimeout as pause } from "node:timers/promises";

const STEPS = 8;
const SILENCE_MS = 15_000;
/** The commands that the rehearsal model runs, one per step. */
const MESSAGE = Array.from(
  { length: STEPS },
  (_, index) => `\`\`\`sh\necho step ${index + 1} >> steps.txt\n\`\`\``,
).join("\n");

/** Exchanges the sign-in code for a token. */
async function signIn(base, code) {
  const json = { "content-type": "application/json" };
  const body = (value) => ({ method: "POST", body: JSON.stringify(value) });
  const signedIn = await fetch(`${base}/api/auth/sign-in`, { headers: json, ...body({ code }) });
  const cookie = signedIn.headers.get("set-cookie").split(";")[0];
  const headers = { ...json, cookie, origin: base };
  const made = await fetch(`${base}/api/service-tokens`, { headers, ...body({ name: "show" }) });
  return (await made.json()).token;
}

/** The number of running sessions of an instance. */
async function running({ port }, authorization) {
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization } });
  return Number(/^\S*running_sessions (\d+)/m.exec(await metrics.text())?.[1] ?? 0);
}

/** The events after `last`, while the connection lasts. */
async function* eventsAfter(base, path, authorization, last) {
  const headers = { authorization, ...(last > 0 && { "last-event-id": String(last) }) };
  const leaving = new AbortController();
  const { body } = await fetch(base + path, { headers, signal: leaving.signal });
  // After this time another instance is asked.
  let silence = setTimeout(() => leaving.abort(), SILENCE_MS);
  let rest = "";
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data === undefined || !/^id: /m.test(block)) continue;
      clearTimeout(silence);
      silence = setTimeout(() => leaving.abort(), SILENCE_MS);
      yield JSON.parse(data);
    }
  }
}

/** Starts a turn, kills the instance that runs it, and continues to read. Progress is passed to `say`. */
export async function show(base, instances, say) {
  const authorization = `Bearer ${await signIn(base, instances[0].code)}`;
  const call = async (method, path, body) => {
    const headers = { authorization, "content-type": "application/json" };
    const answer = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const { id } = await (await call("POST", "/api/workspaces", { name: `show ${Date.now()}` })).json();
  const workspace = `/api/workspaces/${id}`;
  const accepted = await (
    await call("POST", `${workspace}/chat`, { message: MESSAGE, mode: "async" })
  ).json();
  say(`accepted: turn ${accepted.turn_id}`);

  let last = 0;
  let results = 0;
  let isKilled = false;
  const begun = Date.now();
  const tell = (text) => say(`${((Date.now() - begun) / 1000).toFixed(1).padStart(5)} s  ${text}`);
  const session = `${workspace}/sessions/${accepted.session_id}`;
  for (let hasEnded = false; !hasEnded;) {
    try {
      for await (const event of eventsAfter(base, `${session}/events`, authorization, last)) {
        if (event.seq !== last + 1) throw new Error(`Event ${event.seq} came after ${last}.`);
        last = event.seq;
        if (event.item?.kind === "tool_result") tell(`event ${last}: result ${++results}`);
        if (event.type === "turn.ended") tell(`event ${last}: the turn ended, ${event.turn.stop_reason}`);
        hasEnded ||= event.type === "turn.ended";
        if (hasEnded) break;
        if (isKilled || results < 2) continue;
        const counts = await Promise.all(instances.map((instance) => running(instance, authorization)));
        const owner = instances[counts.findIndex((count) => count > 0)];
        if (owner === undefined) continue;
        isKilled = true;
        owner.process.kill("SIGKILL");
        tell(`killed the instance on port ${owner.port}, which ran the turn`);
      }
    } catch (error) {
      if (error instanceof Error && error.message.startsWith("Event ")) throw error;
    }
    if (!hasEnded) await pause(500);
  }
  const file = await call("GET", `${workspace}/agent/files?path=steps.txt`);
  const lines = (await file.text()).trim().split("\n");
  const isOnce = new Set(lines).size === lines.length;
  say(`steps.txt has ${lines.length} of ${STEPS} lines, ${isOnce ? "none twice" : "SOME TWICE"}`);
  if (!isKilled) throw new Error("The turn ended before its instance could be killed.");
  if (!isOnce) throw new Error("A step was done twice.");
}
