import type { AgentServiceOptions } from "../composition/agent-service-options.ts";
import type { AgentService } from "../composition/agent-service.ts";
import type { BatchItemInput, BatchResult } from "../domain/batches/batch-item.ts";
import type { Batch, BatchHeadInput } from "../domain/batches/batch.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { memoryVolumes } from "../memory/index.ts";
import type { ModelRequest } from "../ports/model.ts";
import type { CompleteStore } from "../ports/store.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import { admin, testService } from "../test-host.test-support.ts";
import { scriptedModels, testStore, type ModelScript } from "../testing/index.ts";

export interface BatchHost extends AsyncDisposable {
  readonly service: AgentService;
  readonly store: CompleteStore;
  create(items: readonly BatchItemInput[], head?: BatchHeadInput, principal?: Principal): Promise<Batch>;
  /** The batch when it has ended. */
  ended(id: string): Promise<Batch>;
  results(id: string): Promise<readonly BatchResult[]>;
  /** Another instance on the same data. */
  another(options?: Partial<Instance>): Promise<BatchHost>;
}

interface Instance {
  readonly script: ModelScript;
  /** It accepts batches, and runs nothing. */
  readonly isIdle: boolean;
}

/** A batch of items with these keys; each message is the key. */
export const itemsOf = (...keys: readonly string[]) => keys.map((key) => ({ key, message: key }));

/** The text of the last message that the model received. */
export function askedFor({ messages }: ModelRequest): string {
  const texts = messages.at(-1)?.parts.map((part) => (part.type === "text" ? part.text : "")) ?? [];
  return texts.join("");
}

async function hostOn(
  store: CompleteStore,
  volumes: VolumeProvider,
  { script, isIdle }: Instance,
  options: Partial<AgentServiceOptions>,
): Promise<BatchHost> {
  const service = testService({ store, volumes, models: scriptedModels(script), ...options });
  if (!isIdle) await service.start();
  return {
    service,
    store,
    create: (items, head = {}, principal = admin) => service.batches.create(principal, head, items),
    ended: (id) => service.batches.get(admin, id, { seconds: 60 }),
    async results(id) {
      const batches = await service.batches.results(admin, id, { follow: true });
      return (await Array.fromAsync(batches)).flat();
    },
    another: (other = {}) => hostOn(store, volumes, { script, isIdle: false, ...other }, options),
    [Symbol.asyncDispose]: () => service.stop({ graceMs: 100 }),
  };
}

export function batchHost(
  script: ModelScript = () => ({ text: "done" }),
  options: Partial<AgentServiceOptions> = {},
  isIdle = false,
): Promise<BatchHost> {
  return hostOn(testStore(), memoryVolumes(), { script, isIdle }, options);
}

/** A model whose answers wait until they are released. */
export function heldModel() {
  const held: (() => void)[] = [];
  let most = 0;
  const script: ModelScript = async () => {
    await new Promise<void>((resolve) => {
      held.push(resolve);
      most = Math.max(most, held.length);
    });
    return { text: "done" };
  };
  return {
    script,
    release: () => held.splice(0).forEach((resolve) => resolve()),
    count: () => held.length,
    most: () => most,
  };
}
