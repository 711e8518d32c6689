export { folderVolumes, type FolderVolumesOptions } from "./folder-volumes.ts";
export { folderObjects, type FolderObjectsOptions } from "./objects/folder-objects.ts";
export { scratchArea } from "./quota/scratch-area.ts";
export { removeFolder } from "./removing/remove-folder.ts";
