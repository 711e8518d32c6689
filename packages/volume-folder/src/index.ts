export { folderVolumes, type FolderVolumesOptions } from "./folder-volumes.ts";
export { scratchArea } from "./quota/scratch-area.ts";
