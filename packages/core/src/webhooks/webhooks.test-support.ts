import type { AgentServiceOptions } from "../composition/agent-service-options.ts";
import { memoryVolumes } from "../memory/index.ts";
import type { WebhookFetch, WebhookRequest } from "../ports/webhook-fetch.ts";
import type { CompleteStore } from "../ports/store.ts";
import type { AgentService } from "../composition/agent-service.ts";
import { admin, startedService, stopWithClock } from "../test-host.test-support.ts";
import { fakeClock, scriptedModels, testStore, type FakeClock } from "../testing/index.ts";
import type { CreatedWebhook, CreateWebhook } from "../domain/webhooks/webhook.ts";
import type { WebhookDelivery } from "../domain/webhooks/delivery.ts";

export interface Sent extends WebhookRequest {
  readonly url: string;
}

export interface Endpoint {
  readonly fetch: WebhookFetch;
  /** Every request that came. */
  readonly sent: readonly Sent[];
  /** What it answers from now on: the default is 204. */
  answer(how: (sent: Sent) => Response | Promise<Response>): void;
}

export function endpoint(): Endpoint {
  const sent: Sent[] = [];
  let how: (sent: Sent) => Response | Promise<Response> = () => new Response(null, { status: 204 });
  return {
    sent,
    async fetch(url, request) {
      const one = { url, ...request };
      sent.push(one);
      return how(one);
    },
    answer: (next) => {
      how = next;
    },
  };
}

export interface HookHost extends AsyncDisposable {
  readonly service: AgentService;
  readonly store: CompleteStore;
  readonly clock: FakeClock;
  readonly endpoint: Endpoint;
  readonly workspaceId: string;
  hook(input?: Partial<CreateWebhook>): Promise<CreatedWebhook>;
  /** A turn that has come to its end. */
  turn(): Promise<void>;
  deliveries(webhookId: string): Promise<readonly WebhookDelivery[]>;
}

/** A service whose webhooks reach one endpoint. Its clock is moved by hand. */
export async function hookHost(
  options: Partial<AgentServiceOptions> & { readonly store?: CompleteStore } = {},
): Promise<HookHost> {
  const clock = fakeClock(1_800_000_000_000);
  const store = options.store ?? testStore({ clock });
  const one = endpoint();
  const service = await startedService({
    store,
    volumes: memoryVolumes({ clock }),
    models: scriptedModels(() => ({ text: "done" })),
    webhooks: { fetch: one.fetch },
    clock,
    ...options,
  });
  const { id: workspaceId } = await service.workspaces.create(admin, { name: "test" });
  return {
    service,
    store,
    clock,
    endpoint: one,
    workspaceId,
    hook: (input) => service.webhooks.create(admin, { url: "https://hooks.test/in", ...input }),
    async turn() {
      const chat = { message: "Say so.", source: "api", on_busy: "queue" } as const;
      const turn = await service.chat.send(admin, workspaceId, chat);
      await service.chat.result(admin, workspaceId, turn, { seconds: 30 });
    },
    deliveries: async (id) => (await service.webhooks.deliveries(admin, id, {})).items,
    [Symbol.asyncDispose]: () => stopWithClock(service, clock),
  };
}
