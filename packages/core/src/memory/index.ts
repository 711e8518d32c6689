export { memoryObjects } from "./objects/memory-objects.ts";
export { memoryCluster, memoryStore, type MemoryStoreOptions } from "./store/memory-store.ts";
export { memoryVolumes, type MemoryVolumesOptions } from "./volume/memory-volumes.ts";
