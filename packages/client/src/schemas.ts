import type { components } from "./generated/schema.ts";

/** All schemas of the OpenAPI document, by name. */
export type Schemas = components["schemas"];

export type Workspace = Schemas["Workspace"];
export type Config = Schemas["Config"];
export type Session = Schemas["Session"];
export type Turn = Schemas["Turn"];
export type TurnStatus = Schemas["TurnStatus"];
export type StopReason = Schemas["StopReason"];
export type TurnStats = Schemas["TurnStats"];
export type Message = Schemas["Message"];
export type ContentPart = Schemas["ContentPart"];
export type Item = Schemas["Item"];
export type Chat = Schemas["Chat"];
export type AcceptedTurn = Schemas["AcceptedTurn"];
export type PendingRequest = Schemas["PendingRequest"];
export type AnswerRequest = Schemas["AnswerRequest"];
export type SessionEvent = Schemas["SessionEvent"];
export type ItemDelta = Schemas["ItemDelta"];
export type StreamedEvent = Schemas["StreamedEvent"];
export type FileEntry = Schemas["FileEntry"];
export type DirectoryListing = Schemas["DirectoryListing"];
export type WrittenFile = Schemas["WrittenFile"];
export type Unpacked = Schemas["Unpacked"];
export type Prompt = Schemas["Prompt"];
export type Template = Schemas["Template"];
export type Skill = Schemas["Skill"];
export type BulkResult = Schemas["BulkResult"];
export type BulkSummary = Schemas["BulkSummary"];
export type Schedule = Schemas["Schedule"];
export type ScheduleRun = Schemas["ScheduleRun"];
export type ListedModel = Schemas["ListedModel"];
export type ServiceToken = Schemas["ServiceToken"];
export type Principal = Schemas["Principal"];
export type Problem = Schemas["Problem"];
export type FieldError = Schemas["FieldError"];
export type ErrorCode = Schemas["ErrorCode"];
