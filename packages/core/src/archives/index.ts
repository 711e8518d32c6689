export {
  ARCHIVE_TYPES,
  detectArchive,
  type ArchiveKind,
  type ArchiveTotals,
} from "@workspace-agent/archives";
