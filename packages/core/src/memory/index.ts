export { memoryStore, type MemoryStoreOptions } from "./store/memory-store.ts";
