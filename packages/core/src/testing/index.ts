export { fakeClock, type FakeClock } from "./fake-clock/fake-clock.ts";
export { minuteTimes } from "./minute-times/minute-times.ts";
export {
  scriptedModels,
  type ModelScript,
  type ScriptedModelOptions,
  type ScriptedModels,
} from "./scripted-model/scripted-models.ts";
export type { ScriptedStep, ScriptedToolCall } from "./scripted-model/scripted-step.ts";
export {
  scriptedSandboxes,
  type ScriptedCommand,
  type ScriptedResult,
  type ScriptedSandboxes,
} from "./scripted-sandbox/scripted-sandbox.ts";
export { storeCall, testStore, useTestStore, type TestStoreOptions } from "./test-store/test-store.ts";
export { testCaller } from "./test-caller/test-caller.ts";
export { aLibraryRecord } from "./store-contract/library-records.ts";
export {
  describeStoreContract,
  type StoreContractOptions,
} from "./store-contract/describe-store-contract.ts";
export {
  STORE_PARTS,
  type MakeStore,
  type StorePart,
  type StoreUnderTest,
} from "./store-contract/store-under-test.ts";
export {
  describeVolumeContract,
  type VolumeContractOptions,
} from "./volume-contract/describe-volume-contract.ts";
export {
  VOLUME_PARTS,
  type MakeVolumes,
  type VolumePart,
  type VolumesUnderTest,
} from "./volume-contract/volumes-under-test.ts";
export { describeObjectStoreContract } from "./object-store-contract/describe-object-store-contract.ts";
export type { MakeObjects, ObjectsUnderTest } from "./object-store-contract/objects-under-test.ts";
export {
  describeSandboxContract,
  type SandboxContractOptions,
} from "./sandbox-contract/describe-sandbox-contract.ts";
export {
  SANDBOX_PARTS,
  type MakeSandboxes,
  type SandboxPart,
  type SandboxesUnderTest,
} from "./sandbox-contract/sandboxes-under-test.ts";
export {
  describeModelContract,
  type ModelContractOptions,
} from "./model-contract/describe-model-contract.ts";
export {
  MODEL_PARTS,
  type MakeModels,
  type ModelBehavior,
  type ModelPartName,
  type ModelsUnderTest,
} from "./model-contract/models-under-test.ts";
export { describeEscapes } from "./sandbox-escapes/describe-escapes.ts";
export type { EscapesUnderTest, MakeEscapes } from "./sandbox-escapes/escapes-under-test.ts";
export {
  describeExhaustion,
  EXHAUSTING_COMMANDS,
  type ExhaustionOptions,
  type ExhaustionUnderTest,
} from "./sandbox-exhaustion/describe-exhaustion.ts";
export {
  describeDiskExhaustion,
  DISK_ATTACKS,
  inEachFolder,
  oneOfEachKind,
  type DiskAttack,
} from "./sandbox-exhaustion/describe-disk-exhaustion.ts";
export { aMessage, anEvent, aServiceToken, aSession, aTurn, aWorkspace } from "./store-contract/records.ts";
