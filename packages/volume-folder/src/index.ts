export { folderVolumes, type FolderVolumesOptions } from "./folder-volumes.ts";
