// What blocks of code on the pages use without declaring it: the reader's own objects, or those of an earlier block of the page.
import type { mirroredStore as MirroredStore } from "../../examples/extending/src/own-store.ts";
import type { daytonaSandboxes as DaytonaSandboxes } from "../../examples/remote-sandboxes/src/daytona.ts";
import type { modalSandboxes as ModalSandboxes } from "../../examples/remote-sandboxes/src/modal.ts";
import type { ConnectionState, WorkspaceAgentClient } from "../../packages/client/src/index.ts";
import type {
  AgentService,
  AgentServiceOptions,
  CompleteStore,
  createAgentService as CreateAgentService,
  PolicySubject,
  Principal,
  SandboxProvider,
} from "../../packages/core/src/index.ts";
import type { ObjectStore } from "../../packages/core/src/ports.ts";
import type { Middleware } from "../../packages/core/src/tools.ts";
import type { createHandler as CreateHandler } from "../../packages/http/src/index.ts";
import type { AiSdkSandboxSession } from "../../packages/sandbox-ai-sdk/src/index.ts";
import type { S3ObjectsOptions } from "../../packages/objects-s3/src/index.ts";

export declare const createAgentService: typeof CreateAgentService;
export declare const createHandler: typeof CreateHandler;
export declare const mirroredStore: typeof MirroredStore;
export declare const daytonaSandboxes: typeof DaytonaSandboxes;
export declare const modalSandboxes: typeof ModalSandboxes;

export declare const ports: AgentServiceOptions;
export declare const options: AgentServiceOptions;
export declare const adapters: AgentServiceOptions;
export declare const sandbox: SandboxProvider;
export declare const service: AgentService;
export declare const client: WorkspaceAgentClient;
export declare const handler: ReturnType<typeof CreateHandler>;
export declare const principal: Principal;
export declare const secretKey: string;
export declare const connectionString: string;
export declare const bucket: S3ObjectsOptions;
export declare const apiKey: string;
export declare const serviceToken: string;

export declare const id: string;
export declare const workspaceId: string;
export declare const sessionId: string;
export declare const after: number;
export declare const signal: AbortSignal;
export declare const onState: (state: ConnectionState) => void;
export declare const blob: Blob;
export declare const archive: Blob;
export declare const tracerProvider: NonNullable<
  NonNullable<AgentServiceOptions["telemetry"]>["tracerProvider"]
>;
export declare const negotiated: AgentServiceOptions["prices"] & object;

export declare function yourOwnUsers(request: Request): Promise<Principal | null>;
export declare function readToken(): Promise<string>;
export declare function ask(tool: string, prompt: string): Promise<boolean>;
export declare function items(): AsyncIterable<{ readonly key: string; readonly message: string }>;
export declare function reviews(): AsyncIterable<{ readonly id: string; readonly text: string }>;
export declare function save(result: unknown): Promise<void>;
export declare function lookUp(reference: string): null;
export declare function isTrusted(principal: PolicySubject["principal"]): boolean;
export declare function isForbidden(tenant: string, tool: string): boolean;
export declare function houseRules(tenant: string): Promise<string>;
export declare function loadCursor(): Promise<string>;
export declare function saveCursor(cursor: string): Promise<void>;
export declare function forecast(city: string): Promise<string>;
export declare function search(query: string): Promise<string>;
export declare function myStore(): CompleteStore;
export declare function myObjects(): ObjectStore;
export declare const mirror: Parameters<typeof MirroredStore>[1];
export declare const caching: Middleware;
export declare const ownChat: object;
export declare const plans: {
  of(tenant: string): { readonly models: readonly string[]; readonly budget: number };
};
export declare const orders: {
  find(number: string, options: { readonly signal: AbortSignal }): Promise<object | null>;
};
export declare const billing: {
  invoicesOf(tenant: string, principal?: string, customer?: unknown): Promise<readonly object[]>;
  add(tenant: string, workspaceId: string, usd: number | null): Promise<void>;
};
export declare const audit: {
  begin(tenant: string, turn: string): Promise<void>;
  count(tool: string, isError: boolean): void;
  end(turn: string, outcome: unknown): Promise<void>;
};
export declare const warehouse: { write(tenant: string, event: unknown): Promise<void> };
export declare const provider: {
  findOrCreate(name: string): Promise<AiSdkSandboxSession & { stop(): Promise<void> }>;
};
