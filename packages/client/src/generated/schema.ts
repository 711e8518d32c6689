// Made by pnpm generate:client from the OpenAPI document; not edited.

export interface paths {
    "/api/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workspaces
         * @description Returned newest first. Requires the scope `workspaces:read`.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /**
         * Create a workspace
         * @description `config` overrides the top-level fields of the template's config. Fields in neither are set to their defaults, limited by the policy of this host. The files of the template exist when the request returns. Requires the scope `workspaces:write`.
         */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a workspace
         * @description Requires the scope `workspaces:read`.
         */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        /**
         * Delete a workspace
         * @description Interrupts running turns and deletes the sandbox and the files. Requires the scope `workspaces:write`.
         */
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        /**
         * Update a workspace
         * @description `labels` replaces all labels. Omitted fields are not changed. Requires the scope `workspaces:write`.
         */
        patch: operations["updateWorkspace"];
        trace?: never;
    };
    "/api/workspaces/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of a workspace
         * @description Returns the running and waiting sessions, and the sandbox as seen by this instance. Requires the scope `workspaces:read`.
         */
        get: operations["getWorkspaceStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the config of a workspace
         * @description Secrets are listed by name, without their values. Requires the scope `workspaces:read`.
         */
        get: operations["getWorkspaceConfig"];
        /**
         * Replace the config of a workspace
         * @description Replaces the complete config. Omitted fields are set to their defaults, limited by the policy of this host. A secret in `env` that is sent back as `{secret: true}` keeps its value. Requires the scope `workspaces:write`.
         */
        put: operations["replaceWorkspaceConfig"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the usage of a workspace
         * @description Returns tokens, cost and time of all sessions since the workspace was created, including deleted sessions. Steps are counted while turns run; the time of a turn is counted when it ends. `cost_usd` includes the steps of models with a known price, and is null if there were none. `by_day` contains the newest 90 days (UTC) with usage. Requires the scope `workspaces:read`.
         */
        get: operations["getWorkspaceUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/save-as-template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save a workspace as a template
         * @description Saves the config, with the names of secrets but not their values, and with `include_files` the files. Links, `.git` and `node_modules` are left out; other files are saved unchanged, whatever the agent wrote to them. Also requires the scope `workspaces:read`, and for files `files:read`. Requires the scope `library:write`.
         */
        post: operations["saveWorkspaceAsTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/fork": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fork a workspace
         * @description Creates a workspace with the files of this one or of one of its snapshots, its labels and its config, and copies of the chosen sessions' transcripts. The copy has no secrets: set them in its config. This workspace is not changed. Requires the scope `workspaces:write`.
         */
        post: operations["forkWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to the agent
         * @description `async` returns as soon as the turn is stored durably. `stream` streams the events of the turn until it ends; disconnecting does not stop the turn. `sync` waits for the result. Without `mode`, an `Accept` that names `application/json` and not `text/event-stream` means `sync`, and any other `stream`. If the session is not idle, `on_busy` decides what happens to the message. With `steer`, the response is about the running turn in every mode, and a stream starts with the next event. Requires the scope `chat`.
         */
        post: operations["chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sessions of a workspace
         * @description Returned newest first. Requires the scope `workspaces:read`.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a session
         * @description With `wait`, the response is delayed until the session is `idle` or `waiting`, or the time is up. Requires the scope `workspaces:read`.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        /**
         * Delete a session
         * @description Interrupts the session and deletes it with its events. Requires the scope `workspaces:write`.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        /**
         * Update a session
         * @description Set `name` to null to remove the name. `metadata` replaces all metadata. Omitted fields are not changed. Requires the scope `workspaces:write`.
         */
        patch: operations["updateSession"];
        trace?: never;
    };
    "/api/workspaces/{id}/sessions/{session_id}/interrupt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Interrupt a session
         * @description Stops the model and kills all processes of the turn. The history is kept. Requires the scope `chat`.
         */
        post: operations["interruptSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/sessions/{session_id}/fork": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fork a session
         * @description Creates a session with copies of the messages and tool calls up to the last completed step, or up to the step of `at_message`. If that is a user message, it and everything after it are left out. The copies have new ids and belong to no turn, and the usage of the new session starts at zero. The original session is not changed. Requires the scope `chat`.
         */
        post: operations["forkSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/sessions/{session_id}/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the turns of a session
         * @description Returned newest first. Requires the scope `workspaces:read`.
         */
        get: operations["listTurns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/sessions/{session_id}/turns/{turn_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a turn
         * @description With `wait`, the response is delayed until the turn ends or waits for a person, or the time is up. Requires the scope `workspaces:read`.
         */
        get: operations["getTurn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/sessions/{session_id}/requests/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer an approval, a question or a tool call
         * @description An approval requires a `decision` and the scope `approve`; a question requires `answers` and the scope `chat`; a tool call that the caller runs requires its `output` or an `error`, and the scope `chat`. With `subject_hash`, the decision only applies to the call that was shown. The turn continues when none of its requests is open. An allowed call runs with the arguments, in the directory and on the file that were shown; if these have changed, a new approval is requested. A denied call becomes an error with your note that the model sees. An expired request counts as denied, an expired tool call as failed. Requires one of the scopes `chat`, `approve`.
         */
        post: operations["answerRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of a session
         * @description Returns the messages, oldest first: all of them without `limit`, `after` and `cursor`, otherwise a page. The last message of an ended turn is from the assistant. What a rewind removed is left out without `include`. Requires the scope `workspaces:read`.
         */
        get: operations["listMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/sessions/{session_id}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the transcript of a session
         * @description Streams all messages, oldest first. `Accept` selects JSON (the default), NDJSON with one message per line, or Markdown. Requires the scope `workspaces:read`.
         */
        get: operations["getTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/sessions/{session_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a session
         * @description Streams the complete session, one JSON object per line: `{"type":"session"}` with the session, `{"type":"event"}` with each event in order, and `{"type":"image"}` with each image in base64 after the first event that shows it. The sessions of its subagents follow in the same way. The last line is `{"type":"end"}` with the numbers of sessions, events and images: an export without it was cut off. Requires the scope `workspaces:read`.
         */
        get: operations["exportSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/sessions/{session_id}/images/{image_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an image of a session
         * @description Returns an image that was sent to the agent or that a tool showed to the model. `blob` of an image in the transcript is its id. Requires the scope `workspaces:read`.
         */
        get: operations["readImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/outputs/{output_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a complete tool output
         * @description Returns the output of a tool, up to 16 MiB and without secrets, that is shortened in the transcript. The transcript names the file `/tmp/outputs/<output_id>.txt`. The sandbox keeps the newest 16 outputs of a workspace until it stops, and for `retention.outputs_days` at most; after that the response is 404. Requires the scope `workspaces:read`.
         */
        get: operations["readOutput"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/sessions/{session_id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the file changes of a session
         * @description Compares the workspace's files with their state before the session's first tool call that can write; before that, there are no changes. `text/x-diff` streams only the patch, for `git apply`. Left out are `.git`, `node_modules`, generated files (`__pycache__`, `*.pyc`, `.pytest_cache`, `.venv` and similar), files that `.gitignore` ignored then, and files that it ignores now and that did not exist then. Binary files are included in the patch up to 8 MiB. Several sessions can change the same files: `overlapped` is true if another session wrote since then (sessions started by this one do not count). While a turn runs that writes, the files are compared as they are. Returns 403 if the host takes no snapshots, or if the files could not be stored before the session changed them. Requires the scope `workspaces:read`.
         */
        get: operations["getSessionChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/sessions/{session_id}/rewind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rewind a session
         * @description Returns the transcript of an idle session, the files of its workspace, or both to what they were. Everything in the files that changed since is covered, whoever changed it; if another session or a person did, the request returns `rewind_conflict` with the paths in `conflicts`, unless `force` is set. Ignored files stay, and are listed in `ignored`, unless the config has `snapshots.ignored`. The events remain in the log, and the messages can be read with `include=rewound`. A rewind to `safety_snapshot_id` undoes it. A request that was cut off can be repeated. Requires the scope `chat`.
         */
        post: operations["rewindSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/sessions/{session_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the events of a session
         * @description Streams Server-Sent Events: first the stored events after `Last-Event-ID` or `after` (otherwise from the start), then `sync`, then new events. Stored events have their `seq` as `id`. A reader that is too slow is disconnected; it reconnects with `Last-Event-ID` and misses nothing. With `Accept: application/json` the stored events are returned as pages of an array; `limit` and `cursor` only apply to this form, and `follow` is ignored. Requires the scope `workspaces:read`.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the schedules of a workspace
         * @description Returned newest first. Requires the scope `chat`.
         */
        get: operations["listSchedules"];
        put?: never;
        /**
         * Create a schedule
         * @description Its turns run as the caller. Each time is accepted at most once, whatever instances and restarts do; each time has a run that says what became of it. A local time that daylight saving skips is due at the first valid instant after it; one that occurs twice is due once. Requires the scope `chat`.
         */
        post: operations["createSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the times of a schedule
         * @description Creates nothing. Requires the scope `chat`.
         */
        post: operations["previewSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/schedules/{schedule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a schedule
         * @description The `ETag` changes when the schedule is changed or paused, not with its runs. Requires the scope `chat`.
         */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        /**
         * Delete a schedule
         * @description Deletes the schedule and its runs. The sessions of the runs stay. Requires the scope `chat`.
         */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        /**
         * Update a schedule
         * @description Omitted fields are not changed. `enabled` pauses or resumes it. Times that are decided do not come again. Requires the scope `chat`.
         */
        patch: operations["updateSchedule"];
        trace?: never;
    };
    "/api/workspaces/{id}/schedules/{schedule_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a schedule
         * @description Times that pass while it is paused are not caught up. Requires the scope `chat`.
         */
        post: operations["pauseSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/schedules/{schedule_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a schedule
         * @description Continues with the next time from now. A schedule that has ended is changed first; one whose maker's token is gone needs a new `turn`, so that it runs as the caller. Requires the scope `chat`.
         */
        post: operations["resumeSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/schedules/{schedule_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a schedule now
         * @description Also while it is paused. A turn that is not accepted is an error, as in a chat, and leaves no run. `session_busy`: the run would have to wait for an earlier one. Requires the scope `chat`.
         */
        post: operations["runSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/schedules/{schedule_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of a schedule
         * @description Returned newest first: a run for each time, and for each run that somebody asked for. Requires the scope `chat`.
         */
        get: operations["listScheduleRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List batches
         * @description Returned newest first. Requires the scope `chat`.
         */
        get: operations["listBatches"];
        put?: never;
        /**
         * Create a batch
         * @description Accepts all items or none; the turns run as the caller. A wrong item is named by its position, as in `#/items/3/key`. Requires the scope `chat`.
         */
        post: operations["createBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/batches/{batch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a batch
         * @description With `wait`, the response is delayed until the batch has ended, or the time is up. Requires the scope `chat`.
         */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/batches/{batch_id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the results of a batch
         * @description One line per item that has ended, in the order in which they ended, which does not change. With `follow` the response goes on until the batch has ended: each result is sent when its item ends, with blank lines while there are none. A follower whose connection breaks reads again and skips as many lines as it has; `counts` of the batch say how many there are. Requires the scope `chat`.
         */
        get: operations["readBatchResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/batches/{batch_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a batch
         * @description Interrupts the running items; those that have not begun do not begin. Changes nothing if the batch has ended. Requires the scope `chat`.
         */
        post: operations["cancelBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/agent/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a file of the workspace
         * @description Streams the content of the file. A directory returns 400. Supports one byte range and conditional requests (RFC 9110). Response headers prevent browsers from running the content. Requires the scope `files:read`.
         */
        get: operations["readWorkspaceFile"];
        /**
         * Write a file of the workspace
         * @description The body is the content. The write is atomic: readers see the old or the new file. Missing parent directories are created. Requires the scope `files:write`.
         */
        put: operations["writeWorkspaceFile"];
        post?: never;
        /**
         * Delete a file or a directory of the workspace
         * @description A directory is deleted with everything in it. Requires the scope `files:write`.
         */
        delete: operations["deleteWorkspaceFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/agent/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a file or a directory of the workspace
         * @description Moves in one atomic step. Missing parent directories of `dest` are created. An existing file or directory is only replaced with `overwrite`. Requires the scope `files:write`.
         */
        post: operations["moveWorkspaceFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/agent/dirs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a directory of the workspace
         * @description Entries are sorted by name, or by path with `recursive`. Without `path`, the root is listed. A search with `q` stops after 200,000 entries and sets `truncated`. Requires the scope `files:read`.
         */
        get: operations["listWorkspaceDirectory"];
        put?: never;
        /**
         * Create a directory in the workspace
         * @description Missing parent directories are created. Requires the scope `files:write`.
         */
        post: operations["makeWorkspaceDirectory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/agent/dirs/zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a directory of the workspace as a zip
         * @description The zip is created while it is sent, so the response has no `Content-Length`. Symbolic links are stored as links; links that could lead out of the directory (absolute, or with a `..` that is not at the start or goes above it) are left out. A hard link is stored as a separate file. Without `path`, the root is downloaded. Requires the scope `files:read`.
         */
        get: operations["zipWorkspaceDirectory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/agent/dirs/unpack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpack an archive into a directory of the workspace
         * @description Accepts a zip or a tar.gz. The archive is unpacked completely or not at all: it is checked, unpacked to a staging area and then moved into place. Files replace files and directories are merged; a file where a directory exists, or the reverse, returns 409. Symbolic links that stay inside the directory are created, and replace files and links; a hard link becomes a separate file. The request is rejected if a name leads out of the directory (absolute, `..`, a drive letter or a backslash), or a symbolic link could. It is also rejected if a file is below or in place of a link, if the archive contains devices, encrypted entries or duplicate entries, and if it unpacks to more than the limit. Without `path`, the archive is unpacked into the root. Requires the scope `files:write`.
         */
        post: operations["unpackIntoWorkspaceDirectory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/agent/afs-files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a file of the shared volume
         * @description Streams the content of the file. A directory returns 400. Supports one byte range and conditional requests (RFC 9110). Response headers prevent browsers from running the content. Requires the scope `files:read`.
         */
        get: operations["readSharedFile"];
        /**
         * Write a file of the shared volume
         * @description The body is the content. The write is atomic: readers see the old or the new file. Missing parent directories are created. Requires the scope `files:write`.
         */
        put: operations["writeSharedFile"];
        post?: never;
        /**
         * Delete a file or a directory of the shared volume
         * @description A directory is deleted with everything in it. Requires the scope `files:write`.
         */
        delete: operations["deleteSharedFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/agent/afs-move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a file or a directory of the shared volume
         * @description Moves in one atomic step. Missing parent directories of `dest` are created. An existing file or directory is only replaced with `overwrite`. Requires the scope `files:write`.
         */
        post: operations["moveSharedFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/agent/afs-dirs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a directory of the shared volume
         * @description Entries are sorted by name, or by path with `recursive`. Without `path`, the root is listed. A search with `q` stops after 200,000 entries and sets `truncated`. Requires the scope `files:read`.
         */
        get: operations["listSharedDirectory"];
        put?: never;
        /**
         * Create a directory in the shared volume
         * @description Missing parent directories are created. Requires the scope `files:write`.
         */
        post: operations["makeSharedDirectory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/agent/afs-dirs/zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a directory of the shared volume as a zip
         * @description The zip is created while it is sent, so the response has no `Content-Length`. Symbolic links are stored as links; links that could lead out of the directory (absolute, or with a `..` that is not at the start or goes above it) are left out. A hard link is stored as a separate file. Without `path`, the root is downloaded. Requires the scope `files:read`.
         */
        get: operations["zipSharedDirectory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/agent/afs-dirs/unpack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpack an archive into a directory of the shared volume
         * @description Accepts a zip or a tar.gz. The archive is unpacked completely or not at all: it is checked, unpacked to a staging area and then moved into place. Files replace files and directories are merged; a file where a directory exists, or the reverse, returns 409. Symbolic links that stay inside the directory are created, and replace files and links; a hard link becomes a separate file. The request is rejected if a name leads out of the directory (absolute, `..`, a drive letter or a backslash), or a symbolic link could. It is also rejected if a file is below or in place of a link, if the archive contains devices, encrypted entries or duplicate entries, and if it unpacks to more than the limit. Without `path`, the archive is unpacked into the root. Requires the scope `files:write`.
         */
        post: operations["unpackIntoSharedDirectory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the snapshots of a workspace
         * @description Returned newest first: those that were asked for, automatic ones, and those before rewinds and forks. Requires the scope `files:read`.
         */
        get: operations["listSnapshots"];
        put?: never;
        /**
         * Take a snapshot of a workspace
         * @description Stores the files as they are, with `.git`, links and permissions. Ignored files are left out unless the config has `snapshots.ignored`. Content that is stored already is not stored again. While something writes, each file is stored as it was at some moment during the request. Requires the scope `files:write`.
         */
        post: operations["createSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/snapshots/{snapshot_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a snapshot
         * @description Requires the scope `files:read`.
         */
        get: operations["getSnapshot"];
        put?: never;
        post?: never;
        /**
         * Delete a snapshot
         * @description The files of the workspace and other snapshots do not change. Refused while a batch that has not ended needs the snapshot. Requires the scope `files:write`.
         */
        delete: operations["deleteSnapshot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/snapshots/{snapshot_id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a snapshot
         * @description Returns what changed from the snapshot to another one, or to the files as they are. `text/x-diff` streams only the patch, for `git apply`. Left out are `.git` and files whose names are not UTF-8. `overlapped` is false. Requires the scope `files:read`.
         */
        get: operations["diffSnapshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/snapshots/{snapshot_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a file of a snapshot
         * @description Streams the content of the file. A directory returns 400. Supports one byte range and conditional requests (RFC 9110). Response headers prevent browsers from running the content. `mtime` and `Last-Modified` are the time of the snapshot. Requires the scope `files:read`.
         */
        get: operations["readSnapshotFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/snapshots/{snapshot_id}/dirs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a directory of a snapshot
         * @description Entries are sorted by name, or by path with `recursive`. Without `path`, the root is listed. A search with `q` stops after 200,000 entries and sets `truncated`. `mtime` and `Last-Modified` are the time of the snapshot. Requires the scope `files:read`.
         */
        get: operations["listSnapshotDirectory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/snapshots/{snapshot_id}/zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a directory of a snapshot as a zip
         * @description The zip is created while it is sent, so the response has no `Content-Length`. Symbolic links are stored as links; links that could lead out of the directory (absolute, or with a `..` that is not at the start or goes above it) are left out. A hard link is stored as a separate file. Without `path`, the root is downloaded. Requires the scope `files:read`.
         */
        get: operations["zipSnapshotDirectory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prompts
         * @description Returned newest first. With `Accept: application/x-ndjson`, all prompts are exported instead, oldest first, one per line, in the format of the `bulk` endpoint, without parameters. Requires the scope `library:read`.
         */
        get: operations["listPrompts"];
        put?: never;
        /**
         * Create a prompt
         * @description Requires the scope `library:write`.
         */
        post: operations["createPrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prompts/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a prompt
         * @description Requires the scope `library:read`.
         */
        get: operations["getPrompt"];
        /**
         * Create or replace a prompt
         * @description Creates a new version unless nothing changes. If no prompt has this name, it is created. Requires the scope `library:write`.
         */
        put: operations["putPrompt"];
        post?: never;
        /**
         * Delete a prompt
         * @description Deletes all versions. If the item is in use, the request fails with `in_use`, and `users` lists what uses it; `force` deletes it anyway. Requires the scope `library:write`.
         */
        delete: operations["deletePrompt"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prompts/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load many prompts
         * @description Each item is a prompt as in POST, or `{"op": "delete", "name": …}`. An item whose name exists is replaced; if nothing changes, no version is created, so a file can be loaded repeatedly. Each item has one result, in order. The response has the format of the request. For an array it is `{results, summary}`. For NDJSON it is one line per item, sent while the items are written and possibly before the request has ended, followed by `{"summary": …}`. A response without this last line is incomplete. Lines end with `\n` or `\r\n`; blank lines are skipped and not counted. With `atomic`, an error in any item returns 400 with `results` and `summary`, and nothing is written. Requires the scope `library:write`.
         */
        post: operations["loadPrompts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prompts/{ref}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a prompt
         * @description Returns the prompt as of each version, newest first. Requires the scope `library:read`.
         */
        get: operations["listPromptVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prompts/{ref}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back a prompt
         * @description Creates a new version with the content of an earlier one. The name does not change. Requires the scope `library:write`.
         */
        post: operations["rollbackPrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         * @description Returned newest first. With `Accept: application/x-ndjson`, all templates are exported instead, oldest first, one per line, in the format of the `bulk` endpoint, without parameters. Requires the scope `library:read`.
         */
        get: operations["listTemplates"];
        put?: never;
        /**
         * Create a template
         * @description Requires the scope `library:write`.
         */
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a template
         * @description Requires the scope `library:read`.
         */
        get: operations["getTemplate"];
        /**
         * Create or replace a template
         * @description Creates a new version unless nothing changes. If no template has this name, it is created. Requires the scope `library:write`.
         */
        put: operations["putTemplate"];
        post?: never;
        /**
         * Delete a template
         * @description Deletes all versions. If the item is in use, the request fails with `in_use`, and `users` lists what uses it; `force` deletes it anyway. Requires the scope `library:write`.
         */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load many templates
         * @description Each item is a template as in POST, or `{"op": "delete", "name": …}`. An item whose name exists is replaced; if nothing changes, no version is created, so a file can be loaded repeatedly. Each item has one result, in order. The response has the format of the request. For an array it is `{results, summary}`. For NDJSON it is one line per item, sent while the items are written and possibly before the request has ended, followed by `{"summary": …}`. A response without this last line is incomplete. Lines end with `\n` or `\r\n`; blank lines are skipped and not counted. With `atomic`, an error in any item returns 400 with `results` and `summary`, and nothing is written. Requires the scope `library:write`.
         */
        post: operations["loadTemplates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{ref}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a template
         * @description Returns the template as of each version, newest first. Requires the scope `library:read`.
         */
        get: operations["listTemplateVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{ref}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back a template
         * @description Creates a new version with the content of an earlier one. The name does not change. Requires the scope `library:write`.
         */
        post: operations["rollbackTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List skills
         * @description Returned newest first. With `Accept: application/x-ndjson`, all skills are exported instead, oldest first, one per line, in the format of the `bulk` endpoint, without parameters. Requires the scope `library:read`.
         */
        get: operations["listSkills"];
        put?: never;
        /**
         * Create a skill
         * @description Requires the scope `library:write`.
         */
        post: operations["createSkill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a skill
         * @description Requires the scope `library:read`.
         */
        get: operations["getSkill"];
        /**
         * Create or replace a skill
         * @description Creates a new version unless nothing changes. If no skill has this name, it is created. Requires the scope `library:write`.
         */
        put: operations["putSkill"];
        post?: never;
        /**
         * Delete a skill
         * @description Deletes all versions. If the item is in use, the request fails with `in_use`, and `users` lists what uses it; `force` deletes it anyway. Requires the scope `library:write`.
         */
        delete: operations["deleteSkill"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load many skills
         * @description Each item is a skill as in POST, or `{"op": "delete", "name": …}`. An item whose name exists is replaced; if nothing changes, no version is created, so a file can be loaded repeatedly. Each item has one result, in order. The response has the format of the request. For an array it is `{results, summary}`. For NDJSON it is one line per item, sent while the items are written and possibly before the request has ended, followed by `{"summary": …}`. A response without this last line is incomplete. Lines end with `\n` or `\r\n`; blank lines are skipped and not counted. With `atomic`, an error in any item returns 400 with `results` and `summary`, and nothing is written. Requires the scope `library:write`.
         */
        post: operations["loadSkills"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/{ref}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a skill
         * @description Returns the skill as of each version, newest first. Requires the scope `library:read`.
         */
        get: operations["listSkillVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/{ref}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back a skill
         * @description Creates a new version with the content of an earlier one. The name does not change. Requires the scope `library:write`.
         */
        post: operations["rollbackSkill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/{ref}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file of a skill
         * @description Response headers prevent browsers from running the content. Requires the scope `library:read`.
         */
        get: operations["readSkillFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/{ref}/package": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a skill as a package
         * @description Returns the folder as a tar.gz, which POST, PUT and `bulk` accept. Requires the scope `library:read`.
         */
        get: operations["downloadSkill"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the models
         * @description Returns the models that this instance has and the operator's policy allows to the caller, by reference. Windows, prices and capabilities are null where they are not known; each names its source and date. The instance may run models of a provider that are not listed: a config can name them, without a limit in US dollars. Requires the scope `workspaces:read`.
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Returned newest first, without secrets. Requires the scope `webhooks:write`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description The secret is only returned in this response. Without `events`, the webhook receives all events; without `workspace_ids`, those of all workspaces that the caller can access. Requires the scope `webhooks:write`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Requires the scope `webhooks:write`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes the webhook and its deliveries. Requires the scope `webhooks:write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook
         * @description Omitted fields are not changed. `enabled: true` enables a webhook again that was disabled because its endpoint failed. Pending deliveries of a disabled webhook fail, and can be sent again. Requires the scope `webhooks:write`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description The new secret is only returned in this response. Deliveries are also signed with the previous secret for a day, or for the time that the body sets. Requires the scope `webhooks:write`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description Returns the deliveries of the last seven days and those that will be retried, newest first. Requires the scope `webhooks:write`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Sends the delivery again with the same id, whatever its status, and restarts its retry schedule. Requires the scope `webhooks:write`.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List service tokens
         * @description Returned newest first, without secrets. Requires a signed-in person.
         */
        get: operations["listServiceTokens"];
        put?: never;
        /**
         * Create a service token
         * @description The secret is only returned in this response. Without `scopes`, the token has all scopes. Requires a signed-in person.
         */
        post: operations["createServiceToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a service token
         * @description Takes effect immediately on every instance. Requires a signed-in person.
         */
        delete: operations["revokeServiceToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Returns sign-ins, created, used and revoked tokens, changed configs and answered approvals, newest first. Each entry contains the hash of the entry before it. With `Accept: application/x-ndjson` the complete log is exported instead, oldest first, one entry per line, without parameters. `workspace-agent audit verify FILE` checks an exported file. Requires a signed-in person.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Sign in with the password, or with the code of a one-time link. Attempts are rate limited. Requires no credential.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Requires a signed-in person.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current principal
         * @description Requires any credential.
         */
        get: operations["getPrincipal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the API reference
         * @description Requires any credential.
         */
        get: operations["getReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the OpenAPI document
         * @description Generated from the routes of this instance. Requires any credential.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the error codes
         * @description Returns an HTML page, or JSON with `Accept: application/json`. Requires any credential.
         */
        get: operations["listErrorCodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the instance is running
         * @description Requires no credential.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the instance accepts work
         * @description This endpoint is public, so it reports which part failed but not why. The log contains the reason. Requires no credential.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metrics of the instance
         * @description Returns counts since the start of the instance, over all tenants, in the Prometheus text format: turns, steps, tokens, cost, tools, waiting times, sandboxes and requests. A principal that is bound to workspaces, or sees only its own, gets 404. Requires the scope `workspaces:read`.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "turn.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A turn ended
         * @description Sent at least once to each webhook that subscribed to it. Verify the signature first.
         */
        post: operations["onTurnEnded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "request.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A turn waits for a person
         * @description Sent at least once to each webhook that subscribed to it. Verify the signature first.
         */
        post: operations["onRequestOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "schedule.run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A time of a schedule was decided
         * @description Sent at least once to each webhook that subscribed to it. Verify the signature first.
         */
        post: operations["onScheduleRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "batch.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A batch has ended
         * @description Sent at least once to each webhook that subscribed to it. Verify the signature first.
         */
        post: operations["onBatchEnded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The files, config and sessions of an agent. */
        Workspace: {
            id: string;
            name: string;
            /** @enum {string} */
            status: "ready" | "waiting_placement" | "deleting";
            template: string | null;
            /** @description The id of the principal that created it. Null: an older version created it. */
            owner: string | null;
            labels: components["schemas"]["Labels"];
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            updated_at: string;
            session_counts: {
                /** Format: int64 */
                running: number;
                /** Format: int64 */
                queued: number;
                /** Format: int64 */
                waiting: number;
                /** Format: int64 */
                idle: number;
            };
        };
        /** @description `config` overrides the top-level fields of the template's config, or of the defaults. */
        CreateWorkspace: {
            name: string;
            template?: string;
            config?: components["schemas"]["ConfigOverlay"];
            labels?: components["schemas"]["Labels"];
        };
        /** @description The fields to change. Omitted fields are not changed. */
        UpdateWorkspace: {
            name?: string;
            labels?: components["schemas"]["Labels"];
        };
        /** @description What runs and waits in a workspace, as seen by the responding instance. */
        WorkspaceState: {
            /** @enum {string} */
            status: "ready" | "waiting_placement" | "deleting";
            sandbox: {
                /** @description `local`, `docker`, `interpreter`, or a kind of the host's own. */
                kind: string;
                /**
                 * @description `stopped`: the next command starts it.
                 * @enum {string}
                 */
                state: "running" | "stopped";
                capabilities: {
                    /** @description Processes can outlive the command that started them. */
                    background: boolean;
                    /** @description `network` can be other than `none`. */
                    network: boolean;
                    /** @description `disk_mb` is enforced while a command writes, not only after it. */
                    quota: boolean;
                    /** @description Commands can run in a terminal. */
                    pty: boolean;
                };
            };
            sessions: {
                /** Format: int64 */
                running: number;
                /** Format: int64 */
                queued: number;
                /** Format: int64 */
                waiting: number;
            };
            files?: components["schemas"]["FilesStatus"];
        };
        /** @description Where the files of a workspace are, on a service whose files belong to no host. `placement` names the host that uses them. */
        FilesStatus: {
            /** @description The host whose working copy is the current one. Null: none; the published files are. */
            placement: string | null;
            /**
             * Format: int64
             * @description How often an instance took the files over.
             */
            epoch: number;
            /** @description What was published last. Null: nothing yet. */
            published_snapshot: string | null;
            /**
             * Format: date-time
             * @description When they were looked at: what was written before is in them.
             */
            published_at: string | null;
            /** @description Files changed, or may have, since then. They are published when the turn that changes them ends. */
            dirty: boolean;
            /** @description The host is receiving the published files. */
            restoring: boolean;
        };
        /** @description The name of the template, and whether it includes the workspace's files. */
        SaveAsTemplate: {
            name: string;
            /** @default  */
            description?: string;
            /**
             * @description Include the files, except `.git`, `node_modules` and links: at most 1,000 with 4 MiB in total.
             * @default false
             */
            include_files?: boolean;
        };
        /** @description The total usage of a workspace since it was created. */
        Usage: {
            /** Format: int64 */
            turns: number;
            /** Format: int64 */
            steps: number;
            /** Format: int64 */
            tool_calls: number;
            /** Format: int64 */
            input_tokens: number;
            /** Format: int64 */
            output_tokens: number;
            /** Format: int64 */
            cache_read_tokens: number;
            /** Format: int64 */
            cache_write_tokens: number;
            /** Format: double */
            cost_usd: number | null;
            /** Format: int64 */
            duration_ms: number;
            by_model: components["schemas"]["UsageByModel"][];
            by_day: components["schemas"]["UsageByDay"][];
        };
        /** @description The usage of one model. The empty name stands for turns that never started. */
        UsageByModel: {
            model: string;
            /** Format: int64 */
            turns: number;
            /** Format: int64 */
            steps: number;
            /** Format: int64 */
            tool_calls: number;
            /** Format: int64 */
            input_tokens: number;
            /** Format: int64 */
            output_tokens: number;
            /** Format: int64 */
            cache_read_tokens: number;
            /** Format: int64 */
            cache_write_tokens: number;
            /** Format: double */
            cost_usd: number | null;
            /** Format: int64 */
            duration_ms: number;
        };
        /** @description The usage of one day, in UTC. */
        UsageByDay: {
            /** Format: date */
            day: string;
            /** Format: int64 */
            turns: number;
            /** Format: int64 */
            steps: number;
            /** Format: int64 */
            tool_calls: number;
            /** Format: int64 */
            input_tokens: number;
            /** Format: int64 */
            output_tokens: number;
            /** Format: int64 */
            cache_read_tokens: number;
            /** Format: int64 */
            cache_write_tokens: number;
            /** Format: double */
            cost_usd: number | null;
            /** Format: int64 */
            duration_ms: number;
        };
        /** @description A model that this instance can run, with what is known of it. */
        ListedModel: {
            /** @description What `model` and `small_model` of a config name. */
            reference: string;
            name: string | null;
            /** @description Used where a config names no `model`. */
            is_default: boolean;
            /** @description Writes the summaries where a config names neither `model` nor `small_model`. */
            is_small_default: boolean;
            /** @description The most tokens of a prompt and its answer together. */
            context_window: {
                /** Format: int64 */
                value: number;
                /** @description Who says so. */
                source: string;
                /**
                 * Format: date
                 * @description The day of the source. Null: the operator's own figure, or not known.
                 */
                date: string | null;
            } | null;
            /** @description The most tokens of an answer. */
            max_output_tokens: {
                /** Format: int64 */
                value: number;
                /** @description Who says so. */
                source: string;
                /**
                 * Format: date
                 * @description The day of the source. Null: the operator's own figure, or not known.
                 */
                date: string | null;
            } | null;
            /** @description US dollars per million tokens. Null: a limit in US dollars is refused with `price_unknown`. */
            prices: {
                /**
                 * Format: double
                 * @description Prompt tokens that are neither read from nor written to a cache.
                 */
                input: number;
                /** Format: double */
                output: number;
                /** Format: double */
                cache_read: number;
                /** Format: double */
                cache_write: number;
                long_prompt: {
                    /**
                     * Format: int64
                     * @description Prompts with more tokens have these prices.
                     */
                    above: number;
                    /**
                     * Format: double
                     * @description Prompt tokens that are neither read from nor written to a cache.
                     */
                    input: number;
                    /** Format: double */
                    output: number;
                    /** Format: double */
                    cache_read: number;
                    /** Format: double */
                    cache_write: number;
                } | null;
                /** @description Who says so. */
                source: string;
                /**
                 * Format: date
                 * @description The day of the source. Null: the operator's own figure, or not known.
                 */
                date: string | null;
            } | null;
            capabilities: {
                /** @description Whether this instance sends it images. */
                images: boolean | null;
                tools: boolean | null;
                reasoning: boolean | null;
                /** @description Whether it can be made to answer by a JSON schema. */
                structured_output: boolean | null;
                /** @description Who says so. */
                source: string;
                /**
                 * Format: date
                 * @description The day of the source. Null: the operator's own figure, or not known.
                 */
                date: string | null;
            } | null;
        };
        /** @description Names and values that the caller chooses. */
        Labels: {
            [key: string]: string;
        };
        /** @description The settings of the agent of a workspace. Secrets in `env` are listed by name, without their values. */
        Config: {
            model: string | null;
            small_model: string | null;
            system_prompt: string;
            skills: string[];
            env: {
                [key: string]: string | {
                    /** @constant */
                    secret: true;
                };
            };
            sandbox: components["schemas"]["SandboxConfig"];
            afs: components["schemas"]["AfsConfig"];
            permissions: components["schemas"]["Permissions"];
            limits: components["schemas"]["Limits"];
            compaction: {
                enabled: boolean;
            };
            retention: {
                /** Format: int32 */
                sessions_days: number | null;
                /** Format: int32 */
                snapshots_days: number | null;
                /** Format: int32 */
                outputs_days: number | null;
            };
            snapshots: {
                /** @description Take a snapshot before the first call of a turn that can write. */
                auto: boolean;
                /**
                 * Format: int32
                 * @description How many automatic ones stay. The oldest go first.
                 */
                keep: number;
                /**
                 * Format: int32
                 * @description What all snapshots together may store, in MiB: beyond it, the oldest automatic ones go.
                 */
                max_mb: number;
                /** @description Cover ignored files too, such as `node_modules`. */
                ignored: boolean;
            };
            mcp_servers: {
                [key: string]: {
                    url: string;
                    headers: {
                        [key: string]: string | {
                            /** @constant */
                            secret: true;
                        };
                    };
                };
            };
            /** @description Tools that callers run, in every session of the workspace, subagents included. */
            tools: components["schemas"]["CallerTool"][];
        };
        /** @description A complete config. Omitted fields are set to their defaults. */
        ConfigInput: {
            /** @default null */
            model?: string | null;
            /** @default null */
            small_model?: string | null;
            /** @default  */
            system_prompt?: string;
            /** @default [] */
            skills?: string[];
            /** @default {} */
            env?: {
                [key: string]: string | {
                    value?: string;
                    /** @constant */
                    secret: true;
                };
            };
            /** @default {} */
            sandbox?: components["schemas"]["SandboxConfigInput"];
            /** @default {} */
            afs?: components["schemas"]["AfsConfigInput"];
            /** @default {} */
            permissions?: components["schemas"]["Permissions"];
            /** @default {} */
            limits?: components["schemas"]["LimitsInput"];
            /** @default {} */
            compaction?: {
                /** @default true */
                enabled?: boolean;
            };
            /** @default {} */
            retention?: {
                /**
                 * Format: int32
                 * @default null
                 */
                sessions_days?: number | null;
                /**
                 * Format: int32
                 * @default null
                 */
                snapshots_days?: number | null;
                /**
                 * Format: int32
                 * @default null
                 */
                outputs_days?: number | null;
            };
            /** @default {} */
            snapshots?: {
                /**
                 * @description Take a snapshot before the first call of a turn that can write.
                 * @default true
                 */
                auto?: boolean;
                /**
                 * Format: int32
                 * @description How many automatic ones stay. The oldest go first.
                 * @default 50
                 */
                keep?: number;
                /**
                 * Format: int32
                 * @description What all snapshots together may store, in MiB: beyond it, the oldest automatic ones go.
                 * @default 2048
                 */
                max_mb?: number;
                /**
                 * @description Cover ignored files too, such as `node_modules`.
                 * @default false
                 */
                ignored?: boolean;
            };
            /** @default {} */
            mcp_servers?: {
                [key: string]: {
                    /** Format: uri */
                    url: string;
                    /** @default {} */
                    headers?: {
                        [key: string]: string | {
                            value?: string;
                            /** @constant */
                            secret: true;
                        };
                    };
                };
            };
            /**
             * @description Tools that callers run, in every session of the workspace, subagents included.
             * @default []
             */
            tools?: components["schemas"]["CallerTool"][];
        };
        /** @description The config fields that override a template's, or the defaults. */
        ConfigOverlay: {
            model?: string | null;
            small_model?: string | null;
            system_prompt?: string;
            skills?: string[];
            env?: {
                [key: string]: string | {
                    value?: string;
                    /** @constant */
                    secret: true;
                };
            };
            sandbox?: {
                image?: string | null;
                /** Format: double */
                cpus?: number;
                /** Format: int32 */
                memory_mb?: number;
                /** Format: int32 */
                disk_mb?: number;
                network?: components["schemas"]["Network"];
            };
            afs?: {
                /** @enum {string} */
                access?: "none" | "read" | "write";
                root?: string;
            };
            permissions?: components["schemas"]["Permissions"];
            limits?: components["schemas"]["LimitsOverride"];
            compaction?: {
                enabled?: boolean;
            };
            retention?: {
                /** Format: int32 */
                sessions_days?: number | null;
                /** Format: int32 */
                snapshots_days?: number | null;
                /** Format: int32 */
                outputs_days?: number | null;
            };
            snapshots?: {
                /** @description Take a snapshot before the first call of a turn that can write. */
                auto?: boolean;
                /**
                 * Format: int32
                 * @description How many automatic ones stay. The oldest go first.
                 */
                keep?: number;
                /**
                 * Format: int32
                 * @description What all snapshots together may store, in MiB: beyond it, the oldest automatic ones go.
                 */
                max_mb?: number;
                /** @description Cover ignored files too, such as `node_modules`. */
                ignored?: boolean;
            };
            mcp_servers?: {
                [key: string]: {
                    /** Format: uri */
                    url: string;
                    headers?: {
                        [key: string]: string | {
                            value?: string;
                            /** @constant */
                            secret: true;
                        };
                    };
                };
            };
            /** @description Tools that callers run, in every session of the workspace, subagents included. */
            tools?: components["schemas"]["CallerTool"][];
        };
        /** @description The resources and the network of the sandbox that runs commands. */
        SandboxConfig: {
            image: string | null;
            /** Format: double */
            cpus: number;
            /** Format: int32 */
            memory_mb: number;
            /** Format: int32 */
            disk_mb: number;
            network: components["schemas"]["Network"];
        };
        /** @description The resources and the network of the sandbox that runs commands. */
        SandboxConfigInput: {
            /** @default null */
            image?: string | null;
            /**
             * Format: double
             * @default 1
             */
            cpus?: number;
            /**
             * Format: int32
             * @default 1024
             */
            memory_mb?: number;
            /**
             * Format: int32
             * @default 10240
             */
            disk_mb?: number;
            /** @default none */
            network?: components["schemas"]["Network"];
        };
        /** @description The folder of the shared volume that is mounted at `/mnt/afs`, and whether it can be written. */
        AfsConfig: {
            /** @enum {string} */
            access: "none" | "read" | "write";
            root: string;
        };
        /** @description The folder of the shared volume that is mounted at `/mnt/afs`, and whether it can be written. */
        AfsConfigInput: {
            /**
             * @default write
             * @enum {string}
             */
            access?: "none" | "read" | "write";
            /** @default  */
            root?: string;
        };
        /** @description The hosts that commands can reach: none, all, or a list. */
        Network: ("none" | "open") | {
            allow: string[];
        };
        /** @description Which tool calls are allowed, require approval or are denied. The last matching pattern applies. */
        Permissions: {
            [key: string]: ("allow" | "ask" | "deny") | {
                pattern: string;
                /** @enum {string} */
                action: "allow" | "ask" | "deny";
            }[];
        };
        /** @description The limits of each turn. Null means no limit. */
        Limits: {
            /** Format: int32 */
            max_steps: number;
            /** Format: double */
            max_turn_seconds: number;
            /** Format: int64 */
            max_input_tokens: number | null;
            /** Format: int64 */
            max_output_tokens: number | null;
            /** Format: double */
            max_cost_usd: number | null;
        };
        /** @description The limits of each turn. Null means no limit. */
        LimitsInput: {
            /**
             * Format: int32
             * @default 100
             */
            max_steps?: number;
            /**
             * Format: double
             * @default 3600
             */
            max_turn_seconds?: number;
            /**
             * Format: int64
             * @default null
             */
            max_input_tokens?: number | null;
            /**
             * Format: int64
             * @default null
             */
            max_output_tokens?: number | null;
            /**
             * Format: double
             * @default null
             */
            max_cost_usd?: number | null;
        };
        /** @description The limits of one turn. They cannot exceed those of the workspace. */
        LimitsOverride: {
            /** Format: int32 */
            max_steps?: number;
            /** Format: double */
            max_turn_seconds?: number;
            /** Format: int64 */
            max_input_tokens?: number | null;
            /** Format: int64 */
            max_output_tokens?: number | null;
            /** Format: double */
            max_cost_usd?: number | null;
        };
        /** @description A message to the agent, and how to return the response. */
        Chat: {
            /** @description Required unless `prompt` is given; with both, it follows the prompt after a blank line. */
            message?: string;
            prompt?: {
                /** @description Its name or id. */
                name: string;
                /**
                 * @description A text for each placeholder of the prompt, and no others.
                 * @default {}
                 */
                arguments?: {
                    [key: string]: string;
                };
            };
            /** @description For models that accept images. Others are informed that there were images. */
            images?: {
                /** @description The image in base64, at most 5 MiB decoded. */
                data: string;
                /** @enum {string} */
                media_type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
            }[];
            /** @description Files of the workspace that the message refers to. The model gets their paths, and of images and texts the content as it is now, within the bounds of the `read` tool. */
            attachments?: {
                /** @description The path of a file in the workspace, relative to its root. */
                path: string;
            }[];
            /** @enum {string} */
            mode?: "async" | "stream" | "sync";
            /**
             * @default api
             * @enum {string}
             */
            source?: "api" | "web";
            session_id?: string;
            /**
             * @description If the session is not idle. `queue`: start a turn after those that wait. `steer`: the message joins the running turn before its next step, without `limits`, `metadata`, `tools` and `output` of its own, and the answer is about that turn; like `queue` if none runs. `interrupt`: the running turn, or the first that waits, ends `interrupted`, and this one follows. `reject`: `session_busy`.
             * @default queue
             * @enum {string}
             */
            on_busy?: "queue" | "steer" | "interrupt" | "reject";
            limits?: components["schemas"]["LimitsOverride"];
            /** @description Stored with the turn, and given to tools and middleware. Lists can be filtered by it. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Tools that you run, for this turn and not for its subagents. A call opens a request of kind `tool_call`, and the turn waits until you answer it with the result. */
            tools?: components["schemas"]["CallerTool"][];
            output?: components["schemas"]["TurnOutputInput"];
        };
        /** @description A turn that is stored durably and survives a crash. */
        AcceptedTurn: {
            session_id: string;
            turn_id: string;
            status: components["schemas"]["TurnStatus"];
        };
        /** @description How a turn ended, or that it waits for a person. */
        TurnResult: {
            session_id: string;
            turn_id: string;
            status: components["schemas"]["TurnStatus"];
            final_message: string;
            messages: components["schemas"]["Message"][];
            stats: components["schemas"]["TurnStats"];
            reason: components["schemas"]["StopReason"] | null;
            error: components["schemas"]["TurnError"] | null;
            /** @description The output, which meets the schema. Absent unless the turn has given one. */
            output?: unknown;
            /**
             * Format: int64
             * @description The outputs that were checked. Absent if the turn needs none.
             */
            output_attempts?: number;
        };
        /** @description A conversation with the agent. Each message to the agent starts a turn. */
        Session: {
            id: string;
            workspace_id: string;
            name: string | null;
            /** @enum {string} */
            status: "idle" | "queued" | "running" | "waiting";
            /** @enum {string} */
            chat_status: "agent" | "human" | "idle";
            stop_reason: components["schemas"]["StopReason"] | null;
            /** @enum {string} */
            source: "api" | "web" | "schedule" | "batch";
            preview: string;
            /** Format: int64 */
            message_count: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            last_active_at: string;
            /** Format: int64 */
            last_seq: number;
            last_turn: components["schemas"]["Turn"] | null;
            pending_requests: components["schemas"]["PendingRequest"][];
            parent: {
                session_id: string;
                turn_id: string;
                call_id: string;
            } | null;
            forked_from: {
                session_id: string;
                /** Format: int64 */
                through_seq: number;
            } | null;
            usage: components["schemas"]["TurnStats"];
            metadata: {
                [key: string]: string;
            };
        };
        /** @description The new name and metadata of the session. */
        UpdateSession: {
            name?: string | null;
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description Where the copy of the conversation ends. */
        ForkSession: {
            /** @description The id of a message. Nothing after its step is copied. Default: copy everything. */
            at_message?: string;
        };
        /** @description A request: an approval of a tool call or a question of the agent, for a person, or a tool call, for the program that gave the tool. */
        PendingRequest: {
            id: string;
            /** @enum {string} */
            kind: "approval" | "question" | "tool_call";
            turn_id: string;
            call_id: string;
            tool: string;
            prompt: string;
            arguments: string;
            subject?: components["schemas"]["RequestSubject"];
            /** @description For an approval: the SHA-256 of the canonical JSON (sorted keys, no spaces) of `{arguments, subject, tool}`. A call with another hash needs a new approval. */
            subject_hash?: string;
            questions?: components["schemas"]["Question"][];
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            expires_at: string;
            origin_session_id?: string;
        };
        /** @description A tool that the caller runs. A call opens a request of kind `tool_call`; the turn waits until it is answered with the result, or expires. */
        CallerTool: {
            name: string;
            /** @description For the model. */
            description: string;
            /** @description The JSON Schema of the arguments: of an object, at most 64 KiB. The caller checks the arguments. */
            input_schema: {
                /** @constant */
                type: "object";
                properties?: {
                    [key: string]: {
                        [key: string]: unknown;
                    } | boolean;
                };
                required?: string[];
            } & {
                [key: string]: unknown;
            };
        };
        /** @description The output that a turn has to give: the turn ends with one that meets the schema, which is then in `output` of the turn, or it is `failed` with `output_invalid`. */
        TurnOutput: {
            /** @description A JSON Schema (draft 2020-12) of at most 64 KiB, without references to other documents. `format` asserts nothing. */
            schema: {
                [key: string]: unknown;
            };
            /**
             * Format: int32
             * @description After so many outputs that do not meet the schema the turn fails.
             */
            max_attempts: number;
        };
        /** @description The output that a turn has to give: the turn ends with one that meets the schema, which is then in `output` of the turn, or it is `failed` with `output_invalid`. */
        TurnOutputInput: {
            /** @description A JSON Schema (draft 2020-12) of at most 64 KiB, without references to other documents. `format` asserts nothing. */
            schema: {
                [key: string]: unknown;
            };
            /**
             * Format: int32
             * @description After so many outputs that do not meet the schema the turn fails.
             * @default 2
             */
            max_attempts?: number;
        };
        /** @description The note asks for the output: the next answer of the model is the output itself. */
        OutputRequested: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "requested";
        };
        /** @description The item submits an output, or is the result of the call that does. Without `problems` the output is valid. */
        OutputChecked: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "checked";
            problems: components["schemas"]["OutputProblem"][];
            /** @description The output, if it is valid. */
            value?: unknown;
        };
        /** @description What is wrong with an output, at a JSON Pointer into it. */
        OutputProblem: {
            pointer: string;
            detail: string;
        };
        /** @description What an approval applies to, besides the tool and its arguments. */
        RequestSubject: {
            working_directory: string;
            file?: components["schemas"]["ReplacedFile"];
        };
        /** @description The file that a call writes, and its content when the approval is requested. */
        ReplacedFile: {
            /** @description Absolute, inside the sandbox. */
            path: string;
            /** @description The current content. Null if there is no file. */
            replaces: {
                /** Format: int64 */
                size: number;
                sha256: string;
            } | null;
        };
        /** @description A person or a service token that did something. */
        Actor: {
            /** @enum {string} */
            kind: "user" | "token";
            id: string;
            name: string;
        };
        /** @description A question from the agent to a person. */
        Question: {
            question: string;
            header?: string;
            options?: {
                label: string;
                description?: string;
            }[];
            multiple?: boolean;
        };
        /** @description A decision on an approval, the answers to a question, or the result of a tool call. */
        AnswerRequest: components["schemas"]["ApprovalDecision"] | components["schemas"]["QuestionAnswers"] | components["schemas"]["ToolCallOutput"] | components["schemas"]["ToolCallError"];
        /** @description Whether the tool call is allowed. */
        ApprovalDecision: {
            /** @enum {string} */
            decision: "allow" | "deny";
            /** @description For a denial: shown to the model. Stored in the log in both cases. */
            note?: string;
            /** @description The hash of the request that was shown. 412 `precondition_failed` if it differs. */
            subject_hash?: string;
        };
        /** @description Answers to the agent's questions. */
        QuestionAnswers: {
            /** @description The answer to each question, by its text or its number from 0. Several texts if `multiple` is set. */
            answers: {
                [key: string]: string | string[];
            };
        };
        /** @description What a tool call returned. */
        ToolCallOutput: {
            /** @description A text, or a value that the model receives as JSON. Secrets of the workspace are removed, and a long text is cut in the middle. */
            output: unknown;
        };
        /** @description Why a tool call failed. */
        ToolCallError: {
            /** @description Why the call failed, for the model. Changed as `output` is. */
            error: string;
        };
        /** @description A request and how it was resolved. */
        ResolvedRequest: {
            id: string;
            /** @enum {string} */
            kind: "approval" | "question" | "tool_call";
            turn_id: string;
            call_id: string;
            tool: string;
            prompt: string;
            arguments: string;
            subject?: components["schemas"]["RequestSubject"];
            /** @description For an approval: the SHA-256 of the canonical JSON (sorted keys, no spaces) of `{arguments, subject, tool}`. A call with another hash needs a new approval. */
            subject_hash?: string;
            questions?: components["schemas"]["Question"][];
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            expires_at: string;
            origin_session_id?: string;
            outcome: components["schemas"]["RequestOutcome"];
            note?: string;
            answers?: components["schemas"]["RequestAnswers"];
            output?: string;
            error?: string;
            by?: components["schemas"]["Actor"];
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            resolved_at: string;
        };
        /**
         * @description `allow` or `deny` for an approval, `answered` for a question, `expired` if nobody answered in time, `cancelled` if the turn ended first.
         * @enum {string}
         */
        RequestOutcome: "allow" | "deny" | "answered" | "expired" | "cancelled";
        /** @description The answers, by the text of the question. */
        RequestAnswers: {
            [key: string]: string | string[];
        };
        /** @description One message to a session and everything that the agent did in response. A turn ends exactly once. */
        Turn: {
            id: string;
            session_id: string;
            status: components["schemas"]["TurnStatus"];
            stop_reason: components["schemas"]["StopReason"] | null;
            /** @enum {string} */
            source: "api" | "web" | "schedule" | "batch";
            error: components["schemas"]["TurnError"] | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            queued_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            ended_at: string | null;
            stats: components["schemas"]["TurnStats"];
            /** @description Who sent the message. Null if an older version accepted it. */
            by: components["schemas"]["Actor"] | null;
            metadata: {
                [key: string]: string;
            };
            /** @description The output, which meets the schema. Absent unless the turn has given one. */
            output?: unknown;
            /**
             * Format: int64
             * @description The outputs that were checked. Absent if the turn needs none.
             */
            output_attempts?: number;
        };
        /**
         * @description `queued`, `running` and `waiting` are intermediate; the other values are final.
         * @enum {string}
         */
        TurnStatus: "queued" | "running" | "waiting" | "completed" | "failed" | "interrupted";
        /**
         * @description Why a turn ended.
         * @enum {string}
         */
        StopReason: "end_turn" | "max_steps" | "max_time" | "budget_reached" | "refused" | "output_invalid" | "stuck" | "model_error" | "sandbox_error" | "crashed" | "interrupted";
        /** @description The usage of a turn. `cost_usd` is null if the price of the model is not known. */
        TurnStats: {
            /** Format: int64 */
            steps: number;
            /** Format: int64 */
            tool_calls: number;
            /** Format: int64 */
            input_tokens: number;
            /** Format: int64 */
            output_tokens: number;
            /** Format: int64 */
            cache_read_tokens: number;
            /** Format: int64 */
            cache_write_tokens: number;
            /** Format: double */
            cost_usd: number | null;
            /** Format: int64 */
            duration_ms: number;
        };
        /** @description Why a turn failed. */
        TurnError: {
            code: string;
            detail: string;
            /** @description With `output_invalid`: what is wrong with the last output. */
            errors?: components["schemas"]["OutputProblem"][];
        };
        /** @description A message of a person, one response of the model, or the result of one tool call. */
        Message: {
            id: string;
            session_id: string;
            turn_id: string;
            /**
             * Format: int64
             * @description Its position: the seq of the event that completed it. For a message that waited behind other turns, the seq of the event that started its turn.
             */
            seq: number;
            role: components["schemas"]["Role"];
            content: string;
            parts: components["schemas"]["ContentPart"][];
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            created_at: string;
        };
        /**
         * @description The author of a message.
         * @enum {string}
         */
        Role: "user" | "assistant" | "tool";
        /** @description A part of a message. `type` selects the variant. */
        ContentPart: components["schemas"]["TextPart"] | components["schemas"]["ReasoningPart"] | components["schemas"]["ImagePart"] | components["schemas"]["AttachmentPart"] | components["schemas"]["ToolCallPart"] | components["schemas"]["ToolResultPart"];
        /** @description Text. */
        TextPart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            text: string;
        };
        /** @description The reasoning of the model. */
        ReasoningPart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "reasoning";
            text: string;
            provider?: {
                [key: string]: unknown;
            };
        };
        /** @description An image that was sent to the model. */
        ImagePart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image";
            media_type: string;
            blob: string;
        };
        /** @description A file of the workspace that a message refers to, as it was then. */
        AttachmentPart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "attachment";
            path: string;
            /** Format: int64 */
            size: number;
            /** @description What the model gets of the file. */
            text: string;
        };
        /** @description A tool call. `arguments` is the JSON that the model wrote, which can be malformed. */
        ToolCallPart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_call";
            call_id: string;
            name: string;
            arguments: string;
            /** @constant */
            redacted?: true;
            provider?: {
                [key: string]: unknown;
            };
        };
        /** @description The result of a tool call. If parts of `output` are left out, it names the file with the complete output. */
        ToolResultPart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool_result";
            call_id: string;
            name: string;
            output: string;
            is_error: boolean;
            truncated: boolean;
            working_directory?: string;
            file?: {
                path: string;
                sha256: string;
            };
            guides?: string[];
            images?: {
                media_type: string;
                blob: string;
            }[];
            subagent?: {
                session_id: string;
                stop_reason: components["schemas"]["StopReason"] | null;
                stats: components["schemas"]["TurnStats"];
            };
        };
        /** @description A message, a tool call or a tool result. A `failed` item was discarded and is not shown to the model. */
        Item: {
            item_id: string;
            turn_id: string;
            message_id: string;
            /** @enum {string} */
            kind: "message" | "reasoning" | "tool_call" | "tool_result" | "system";
            role: components["schemas"]["Role"];
            /** @enum {string} */
            status: "in_progress" | "completed" | "failed";
            content: components["schemas"]["ContentPart"][];
            parent_item_id?: string;
        };
        /** @description The `data` of an event of the stream. `event` names its type. */
        StreamedEvent: components["schemas"]["SessionEvent"] | components["schemas"]["ItemDelta"] | components["schemas"]["Sync"];
        /** @description An entry of the durable log of a session. `type` selects the variant; `seq` counts from 1 without gaps. */
        SessionEvent: components["schemas"]["SessionStarted"] | components["schemas"]["TurnQueued"] | components["schemas"]["TurnStarted"] | components["schemas"]["ItemStarted"] | components["schemas"]["ItemCompleted"] | components["schemas"]["RequestOpened"] | components["schemas"]["RequestResolved"] | components["schemas"]["ContextCompacted"] | components["schemas"]["TurnRetrying"] | components["schemas"]["TurnEnded"] | components["schemas"]["SessionRewinding"] | components["schemas"]["SessionRewound"] | components["schemas"]["FilesRolledBack"];
        /** @description The first event of every session. */
        SessionStarted: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "session.started";
            session_id: string;
            /** Format: int64 */
            seq: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            at: string;
            turn_id: null;
            workspace_id: string;
            forked_from?: {
                session_id: string;
                /** Format: int64 */
                through_seq: number;
            };
            parent?: {
                session_id: string;
                turn_id: string;
                call_id: string;
            };
        };
        /** @description A message was accepted. */
        TurnQueued: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "turn.queued";
            session_id: string;
            /** Format: int64 */
            seq: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            at: string;
            turn_id: string;
            /** @enum {string} */
            source: "api" | "web" | "schedule" | "batch";
            limits: components["schemas"]["Limits"];
            /**
             * @description It interrupts the turn before it and runs before all others that wait.
             * @constant
             */
            is_next?: true;
            traceparent?: string;
            by?: components["schemas"]["Actor"];
            metadata?: {
                [key: string]: string;
            };
            /** @description The tools of the chat that the caller runs. */
            tools?: components["schemas"]["CallerTool"][];
            output?: components["schemas"]["TurnOutput"];
        };
        /** @description The agent started the turn. */
        TurnStarted: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "turn.started";
            session_id: string;
            /** Format: int64 */
            seq: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            at: string;
            turn_id: string;
            model: string;
            /** @description The limits of the turn, where the host's policy has lowered them while it waited. */
            limits?: {
                /** Format: int32 */
                max_steps: number;
                /** Format: double */
                max_turn_seconds: number;
                /** Format: int64 */
                max_input_tokens: number | null;
                /** Format: int64 */
                max_output_tokens: number | null;
                /** Format: double */
                max_cost_usd: number | null;
            };
        };
        /** @description A tool call is about to run. */
        ItemStarted: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "item.started";
            session_id: string;
            /** Format: int64 */
            seq: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            at: string;
            turn_id: string;
            item: components["schemas"]["Item"];
            child_session_id?: string;
        };
        /** @description A piece of an item that is being created. It is not stored. `offset` counts UTF-16 code units from the start of the item. `kind: "tool_output"` is what a tool call writes while it runs: `item_id` is that of the call, and `offset` skips what was left out of long output. */
        ItemDelta: {
            /** @constant */
            type: "item.delta";
            session_id: string;
            turn_id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            at: string;
            item_id: string;
            /** @enum {string} */
            kind: "message" | "reasoning" | "tool_call" | "tool_result" | "system" | "tool_output";
            /** Format: int64 */
            offset: number;
            text: string;
        };
        /** @description An item is complete. The last item of a model response has `usage`. */
        ItemCompleted: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "item.completed";
            session_id: string;
            /** Format: int64 */
            seq: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            at: string;
            turn_id: string;
            item: components["schemas"]["Item"];
            usage?: components["schemas"]["StepUsage"];
            /** @description What the item has to do with the output of the turn. */
            output?: components["schemas"]["OutputRequested"] | components["schemas"]["OutputChecked"];
        };
        /** @description The turn waits for a person, or for the result of a call that the caller runs. */
        RequestOpened: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "request.opened";
            session_id: string;
            /** Format: int64 */
            seq: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            at: string;
            turn_id: string;
            request: components["schemas"]["PendingRequest"];
        };
        /** @description A request was answered, or it expired. */
        RequestResolved: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "request.resolved";
            session_id: string;
            /** Format: int64 */
            seq: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            at: string;
            turn_id: string;
            request_id: string;
            outcome: components["schemas"]["RequestOutcome"];
            note?: string;
            answers?: components["schemas"]["RequestAnswers"];
            output?: string;
            error?: string;
            by?: components["schemas"]["Actor"];
        };
        /** @description The context of the model was compacted: old outputs were left out, or everything but the newest messages was summarized. The log is not changed. */
        ContextCompacted: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "context.compacted";
            session_id: string;
            /** Format: int64 */
            seq: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            at: string;
            turn_id: string;
            /**
             * @description The prompt neared the model's window, or the provider rejected it as too long.
             * @enum {string}
             */
            cause: "window" | "overflow";
            /** @description Replaces the earlier messages in the prompt. Null: none were summarized. */
            summary: string | null;
            /** @description The model that wrote the summary. Null: it was compiled without a model. */
            summary_model: string | null;
            /**
             * Format: int64
             * @description The summary replaces everything up to this event. Null without a summary.
             */
            through_seq: number | null;
            /** @description People's messages up to `through_seq` that stay in the prompt beside the summary. */
            kept_message_ids: string[];
            /**
             * Format: int64
             * @description Long tool outputs up to this event are replaced by a note. Null: none.
             */
            outputs_through_seq: number | null;
            /**
             * Format: int64
             * @description Longer parts are cut in the middle to about this many tokens. Null: none.
             */
            longest_part_tokens: number | null;
            /**
             * Format: int64
             * @description The size of the prompt before.
             */
            tokens_before: number;
            /**
             * Format: int64
             * @description The estimated size of the prompt afterwards.
             */
            tokens_after: number;
            usage?: components["schemas"]["StepUsage"];
        };
        /** @description A model call failed and is retried. */
        TurnRetrying: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "turn.retrying";
            session_id: string;
            /** Format: int64 */
            seq: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            at: string;
            turn_id: string;
            /** Format: int64 */
            attempt: number;
            /** Format: int64 */
            delay_ms: number;
            reason: string;
        };
        /** @description The files of the workspace are being restored. Until `session.rewound` follows, they can be partly old, and the session accepts no turns. */
        SessionRewinding: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "session.rewinding";
            session_id: string;
            /** Format: int64 */
            seq: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            at: string;
            turn_id: null;
            /**
             * Format: int64
             * @description The last event that the session keeps of those before this one. Null: it keeps all.
             */
            through_seq: number | null;
            /** @description The snapshot to which the files return. Null: they stay. */
            snapshot_id: string | null;
            /** @description The files before the rewind. Null for a transcript alone on a host without snapshots. */
            safety_snapshot_id: string | null;
            by?: components["schemas"]["Actor"];
        };
        /** @description The events after `through_seq` and before this one are no longer part of the transcript. */
        SessionRewound: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "session.rewound";
            session_id: string;
            /** Format: int64 */
            seq: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            at: string;
            turn_id: null;
            /**
             * Format: int64
             * @description The last event that the session keeps of those before this one. Null: it keeps all.
             */
            through_seq: number | null;
            /** @description The snapshot to which the files return. Null: they stay. */
            snapshot_id: string | null;
            /** @description The files before the rewind. Null for a transcript alone on a host without snapshots. */
            safety_snapshot_id: string | null;
            by?: components["schemas"]["Actor"];
        };
        /** @description The host that used the files was lost. They are what was published at `published_at`, or empty if that is null: what was written since is lost. */
        FilesRolledBack: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "files.rolled_back";
            session_id: string;
            /** Format: int64 */
            seq: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            at: string;
            turn_id: string;
            /**
             * Format: date-time
             * @description When the files that the workspace has now were published. Null: never, there are none.
             */
            published_at: string | null;
        };
        /** @description The turn ended. Contains the final turn. */
        TurnEnded: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "turn.ended";
            session_id: string;
            /** Format: int64 */
            seq: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            at: string;
            turn_id: string;
            turn: components["schemas"]["Turn"];
        };
        /** @description Marks the start of live events: everything up to `through_seq` was sent. `in_progress` contains the items that are being created, with their text so far; the next `item.delta` continues from there. */
        Sync: {
            /** Format: int64 */
            through_seq: number;
            in_progress: {
                item_id: string;
                turn_id: string;
                /** @enum {string} */
                kind: "message" | "reasoning" | "tool_call" | "tool_result" | "system" | "tool_output";
                /** Format: int64 */
                offset: number;
                text: string;
            }[];
        };
        /** @description The token usage of one model call. */
        StepUsage: {
            /** Format: int64 */
            input_tokens: number;
            /** Format: int64 */
            output_tokens: number;
            /** Format: int64 */
            cache_read_tokens: number;
            /** Format: int64 */
            cache_write_tokens: number;
            /** Format: double */
            cost_usd: number | null;
            model?: string;
        };
        /** @description A file, a directory or a symbolic link. `path` is relative to the root of the volume. */
        FileEntry: {
            name: string;
            path: string;
            /** @enum {string} */
            type: "file" | "dir" | "symlink";
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            mtime: string;
        };
        /** @description The entries of a directory. `truncated` is true if there are more. */
        DirectoryListing: {
            path: string;
            entries: components["schemas"]["FileEntry"][];
            truncated: boolean;
        };
        /** @description The file that was written. */
        WrittenFile: {
            path: string;
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
            etag: string;
        };
        /** @description The source and the destination. */
        Move: {
            /** @description Relative to the volume's root, with `/` between names. */
            src: string;
            /** @description Relative to the volume's root, with `/` between names. */
            dest: string;
            /**
             * @description Replace what exists at `dest`, including the content of a directory.
             * @default false
             */
            overwrite?: boolean;
        };
        /** @description What was unpacked into the directory. */
        Unpacked: {
            /** @description The target directory. */
            path: string;
            /**
             * Format: int64
             * @description Each name of a file with hard links counts.
             */
            files: number;
            /**
             * Format: int64
             * @description Symbolic links.
             */
            links: number;
            /**
             * Format: int64
             * @description Includes directories that are only part of a file's path.
             */
            directories: number;
            /**
             * Format: int64
             * @description The total size of the files.
             */
            bytes: number;
        };
        /** @description A text for agents with `{{placeholders}}` that a chat fills in. */
        Prompt: {
            id: string;
            name: string;
            description: string;
            content: string;
            /** @description The placeholders of the content, in order. */
            arguments: string[];
            labels: components["schemas"]["Labels"];
            /**
             * Format: int64
             * @description Counts the changes, from 1.
             */
            version: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            updated_at: string;
        };
        /** @description A prompt to store. */
        PromptInput: {
            name: string;
            /** @default  */
            description?: string;
            /** @description The text, with `{{placeholders}}` that a chat fills in. */
            content: string;
            /** @default {} */
            labels?: components["schemas"]["Labels"];
        };
        /** @description A complete prompt. Omitted fields are set to their defaults, except for the name, which does not change. */
        PromptReplacement: {
            name?: string;
            /** @default  */
            description?: string;
            /** @description The text, with `{{placeholders}}` that a chat fills in. */
            content: string;
            /** @default {} */
            labels?: components["schemas"]["Labels"];
        };
        /** @description The config and the files that a new workspace starts with. A template runs nothing. */
        Template: {
            id: string;
            name: string;
            description: string;
            config: components["schemas"]["ConfigOverlay"];
            files: components["schemas"]["LibraryFile"][];
            labels: components["schemas"]["Labels"];
            /**
             * Format: int64
             * @description Counts the changes, from 1.
             */
            version: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            updated_at: string;
        };
        /** @description A template to store. Secrets in `env` are listed by name, without values. */
        TemplateInput: {
            name: string;
            /** @default  */
            description?: string;
            /** @default {} */
            config?: components["schemas"]["ConfigOverlay"];
            /** @default [] */
            files?: components["schemas"]["LibraryFile"][];
            /** @default {} */
            labels?: components["schemas"]["Labels"];
        };
        /** @description A complete template. Omitted fields are set to their defaults, except for the name, which does not change. */
        TemplateReplacement: {
            name?: string;
            /** @default  */
            description?: string;
            /** @default {} */
            config?: components["schemas"]["ConfigOverlay"];
            /** @default [] */
            files?: components["schemas"]["LibraryFile"][];
            /** @default {} */
            labels?: components["schemas"]["Labels"];
        };
        /** @description Instructions in the Agent Skills format: the front matter of `SKILL.md` and the files next to it. */
        Skill: {
            id: string;
            name: string;
            description: string;
            license: string | null;
            compatibility: string | null;
            metadata: {
                [key: string]: string;
            };
            allowed_tools: string[];
            files: components["schemas"]["SkillFile"][];
            /** @description Problems that do not prevent its use. The answer to an upload includes problems of the uploaded folder. */
            warnings: string[];
            /**
             * Format: int64
             * @description Counts the changes, from 1.
             */
            version: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            updated_at: string;
        };
        /** @description A file of a skill, without its content. */
        SkillFile: {
            path: string;
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
            executable?: boolean;
        };
        /** @description The files of a skill's folder, including `SKILL.md`. */
        SkillInput: {
            files: components["schemas"]["LibraryFile"][];
        };
        /** @description A file as text (`content`) or as bytes (`content_base64`). */
        LibraryFile: {
            /** @description Relative, with `/` between names, and without `.` or `..`. */
            path: string;
            executable?: boolean;
            content: string;
        } | {
            /** @description Relative, with `/` between names, and without `.` or `..`. */
            path: string;
            executable?: boolean;
            content_base64: string;
        };
        /** @description The version to restore. */
        Rollback: {
            /**
             * Format: int64
             * @description Counts the changes, from 1.
             */
            version: number;
        };
        /** @description Deletes the item with this name. If there is none, nothing changes. */
        BulkDelete: {
            /** @constant */
            op: "delete";
            name: string;
        };
        /** @description The result of each item, in order, and a summary. */
        BulkAnswer: {
            results: components["schemas"]["BulkResult"][];
            summary: components["schemas"]["BulkSummary"];
        };
        /** @description The result of one item. */
        BulkResult: {
            /**
             * Format: int64
             * @description The position of the item in the load, from 0.
             */
            index: number;
            name: string | null;
            id?: string;
            status: components["schemas"]["BulkStatus"];
            /** Format: int64 */
            version?: number;
            /** @description Problems that do not prevent the load. */
            warnings?: string[];
            error?: components["schemas"]["BulkError"];
        };
        /**
         * @description `unchanged`: the item already had this content. `error`: nothing was written; `error` contains the reason.
         * @enum {string}
         */
        BulkStatus: "created" | "updated" | "unchanged" | "deleted" | "error";
        /** @description Why an item was not loaded. */
        BulkError: {
            code: string;
            detail: string;
            errors?: {
                pointer: string;
                detail: string;
            }[];
        };
        /** @description How many items had each result. */
        BulkSummary: {
            /** Format: int64 */
            created: number;
            /** Format: int64 */
            updated: number;
            /** Format: int64 */
            unchanged: number;
            /** Format: int64 */
            deleted: number;
            /** Format: int64 */
            errors: number;
            /** @description What was skipped, and why. */
            notes?: string[];
        };
        /** @description Gives the agent work at its times. */
        Schedule: {
            id: string;
            workspace_id: string;
            name: string;
            enabled: boolean;
            /** @description A cron expression of five fields: minute, hour, day of the month, month, day of the week. */
            cron: string | null;
            /** @description An IANA time zone, such as `Europe/Berlin`. */
            timezone: string;
            /**
             * Format: date-time
             * @description The only time of a schedule without `cron`.
             */
            at: string | null;
            turn: components["schemas"]["ScheduledTurn"];
            /** @description `new`: each run has a session of its own. Otherwise the id of the session that gets the turns. */
            session: string;
            /**
             * @description If an earlier run has not ended, or the named session is not idle. `skip`: no turn, and a run `skipped_overlap`. `queue`: the turn follows. `interrupt`: what runs ends `interrupted`, and the turn follows. `parallel`: they run side by side; needs `session: "new"`.
             * @enum {string}
             */
            overlap: "skip" | "queue" | "interrupt" | "parallel";
            /**
             * @description For times that passed while no instance ran. `none`: they are `missed`. `latest`: the latest of them runs. `all`: each runs.
             * @enum {string}
             */
            catch_up: "none" | "latest" | "all";
            /**
             * Format: int32
             * @description A time that passed longer ago is `missed`.
             */
            catch_up_window_seconds: number;
            /**
             * Format: date-time
             * @description No time after this one.
             */
            ends_at: string | null;
            /**
             * Format: int32
             * @description The schedule ends after so many turns. Those of manual runs do not count.
             */
            max_runs: number | null;
            /**
             * Format: int32
             * @description So many failed runs or turns in a row pause the schedule. 0: none do.
             */
            pause_after_failures: number;
            next_runs_at: string[];
            last_run: components["schemas"]["ScheduleRun"] | null;
            paused_reason: ("manual" | "failures" | "principal" | "ended") | null;
            /** @description As whom its turns run. */
            created_by: {
                /** @enum {string} */
                kind: "user" | "token";
                id: string;
                name: string;
            };
        };
        /** @description When the agent gets which work. Either `cron` or `at` is required. */
        CreateSchedule: {
            name: string;
            /** @default true */
            enabled?: boolean;
            /** @description A cron expression of five fields: minute, hour, day of the month, month, day of the week. */
            cron?: string;
            /**
             * @description An IANA time zone, such as `Europe/Berlin`.
             * @default UTC
             */
            timezone?: string;
            /**
             * Format: date-time
             * @description The only time of a schedule without `cron`.
             */
            at?: string;
            turn: components["schemas"]["ScheduledTurnInput"];
            /**
             * @description `new`: each run has a session of its own. Otherwise the id of the session that gets the turns.
             * @default new
             */
            session?: string;
            /**
             * @description If an earlier run has not ended, or the named session is not idle. `skip`: no turn, and a run `skipped_overlap`. `queue`: the turn follows. `interrupt`: what runs ends `interrupted`, and the turn follows. `parallel`: they run side by side; needs `session: "new"`.
             * @default skip
             * @enum {string}
             */
            overlap?: "skip" | "queue" | "interrupt" | "parallel";
            /**
             * @description For times that passed while no instance ran. `none`: they are `missed`. `latest`: the latest of them runs. `all`: each runs.
             * @default latest
             * @enum {string}
             */
            catch_up?: "none" | "latest" | "all";
            /**
             * Format: int32
             * @description A time that passed longer ago is `missed`.
             * @default 3600
             */
            catch_up_window_seconds?: number;
            /**
             * Format: date-time
             * @description No time after this one.
             * @default null
             */
            ends_at?: string | null;
            /**
             * Format: int32
             * @description The schedule ends after so many turns. Those of manual runs do not count.
             * @default null
             */
            max_runs?: number | null;
            /**
             * Format: int32
             * @description So many failed runs or turns in a row pause the schedule. 0: none do.
             * @default 5
             */
            pause_after_failures?: number;
        };
        /** @description The fields to change. Omitted fields are not changed. `cron` replaces `at`, and the reverse. After a change of `turn`, the turns run as the caller. */
        UpdateSchedule: {
            name?: string;
            enabled?: boolean;
            /** @description A cron expression of five fields: minute, hour, day of the month, month, day of the week. */
            cron?: string;
            /** @description An IANA time zone, such as `Europe/Berlin`. */
            timezone?: string;
            /**
             * Format: date-time
             * @description The only time of a schedule without `cron`.
             */
            at?: string;
            turn?: components["schemas"]["ScheduledTurnInput"];
            /** @description `new`: each run has a session of its own. Otherwise the id of the session that gets the turns. */
            session?: string;
            /**
             * @description If an earlier run has not ended, or the named session is not idle. `skip`: no turn, and a run `skipped_overlap`. `queue`: the turn follows. `interrupt`: what runs ends `interrupted`, and the turn follows. `parallel`: they run side by side; needs `session: "new"`.
             * @enum {string}
             */
            overlap?: "skip" | "queue" | "interrupt" | "parallel";
            /**
             * @description For times that passed while no instance ran. `none`: they are `missed`. `latest`: the latest of them runs. `all`: each runs.
             * @enum {string}
             */
            catch_up?: "none" | "latest" | "all";
            /**
             * Format: int32
             * @description A time that passed longer ago is `missed`.
             */
            catch_up_window_seconds?: number;
            /**
             * Format: date-time
             * @description No time after this one.
             */
            ends_at?: string | null;
            /**
             * Format: int32
             * @description The schedule ends after so many turns. Those of manual runs do not count.
             */
            max_runs?: number | null;
            /**
             * Format: int32
             * @description So many failed runs or turns in a row pause the schedule. 0: none do.
             */
            pause_after_failures?: number;
        };
        /** @description The message that the schedule sends, as in a chat. `message` or `prompt` is required. */
        ScheduledTurn: {
            /** @description Required unless `prompt` is given; with both, it follows the prompt after a blank line. */
            message?: string;
            prompt?: {
                /** @description Its name or id. */
                name: string;
                /** @description A text for each placeholder of the prompt, and no others. */
                arguments: {
                    [key: string]: string;
                };
            };
            /** @description For models that accept images. Others are informed that there were images. */
            images?: {
                /** @description The image in base64, at most 5 MiB decoded. */
                data: string;
                /** @enum {string} */
                media_type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
            }[];
            limits?: components["schemas"]["LimitsOverride"];
            /** @description Stored with the turn, and given to tools and middleware. Lists can be filtered by it. */
            metadata?: {
                [key: string]: string;
            };
            output?: components["schemas"]["TurnOutput"];
        };
        /** @description The message that the schedule sends, as in a chat. `message` or `prompt` is required. */
        ScheduledTurnInput: {
            /** @description Required unless `prompt` is given; with both, it follows the prompt after a blank line. */
            message?: string;
            prompt?: {
                /** @description Its name or id. */
                name: string;
                /**
                 * @description A text for each placeholder of the prompt, and no others.
                 * @default {}
                 */
                arguments?: {
                    [key: string]: string;
                };
            };
            /** @description For models that accept images. Others are informed that there were images. */
            images?: {
                /** @description The image in base64, at most 5 MiB decoded. */
                data: string;
                /** @enum {string} */
                media_type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
            }[];
            limits?: components["schemas"]["LimitsOverride"];
            /** @description Stored with the turn, and given to tools and middleware. Lists can be filtered by it. */
            metadata?: {
                [key: string]: string;
            };
            output?: components["schemas"]["TurnOutputInput"];
        };
        /** @description What happened at one time of a schedule. */
        ScheduleRun: {
            id: string;
            schedule_id: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            scheduled_at: string;
            /** @enum {string} */
            trigger: "schedule" | "manual" | "catch_up";
            /** @enum {string} */
            outcome: "started" | "skipped_overlap" | "missed" | "failed";
            session_id: string | null;
            turn_id: string | null;
            /** @description The state of the turn now. Null without a turn, and if it was deleted before its end. */
            turn_status: components["schemas"]["TurnStatus"] | null;
            /** @description Why no turn was accepted. Null otherwise. */
            problem: components["schemas"]["TurnError"] | null;
        };
        /** @description A cron expression or a time, and how many times to show. */
        PreviewSchedule: {
            cron?: string;
            /**
             * @description An IANA time zone, such as `Europe/Berlin`.
             * @default UTC
             */
            timezone?: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            at?: string;
            /**
             * Format: int32
             * @default 5
             */
            count?: number;
        };
        /** @description The next times, and what is special about them. */
        SchedulePreview: {
            times: string[];
            warnings: components["schemas"]["ScheduleWarning"][];
        };
        /** @description Something about the times that is easily overlooked. */
        ScheduleWarning: {
            /** @enum {string} */
            code: "dst_gap" | "dst_repeat" | "never_fires" | "in_past";
            /**
             * Format: date-time
             * @description The time that it is about, of `times`.
             */
            time: string | null;
            detail: string;
        };
        /** @description Many tasks that the agent does by itself. */
        Batch: {
            id: string;
            name: string | null;
            status: components["schemas"]["BatchStatus"];
            stop_reason: ("cancelled" | "budget_reached" | "failures" | "principal") | null;
            /**
             * Format: int32
             * @description How many items run at once.
             */
            concurrency: number;
            budget: components["schemas"]["BatchBudget"];
            /** Format: int64 */
            stop_after_failures: number | null;
            defaults: components["schemas"]["BatchDefaults"];
            counts: components["schemas"]["BatchCounts"];
            usage: components["schemas"]["BatchUsage"];
            /** @description As whom its turns run. */
            created_by: {
                /** @enum {string} */
                kind: "user" | "token";
                id: string;
                name: string;
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            ended_at: string | null;
        };
        /** @description The tasks, and how they run. */
        CreateBatch: {
            name?: string;
            /**
             * Format: int32
             * @description How many items run at once.
             * @default 4
             */
            concurrency?: number;
            /** @default {} */
            budget?: components["schemas"]["BatchBudget"];
            /**
             * Format: int64
             * @description After so many failed items no further one begins. Default: all begin.
             */
            stop_after_failures?: number;
            /** @default {} */
            defaults?: components["schemas"]["BatchDefaultsInput"];
            items: components["schemas"]["BatchItem"][];
        };
        /** @description What the turns of all items may use together. When it is reached, no further item begins; those that run end as usual. */
        BatchBudget: {
            /** Format: double */
            usd?: number;
            /**
             * Format: int64
             * @description Input and output tokens together.
             */
            tokens?: number;
        };
        /** @description Where the items run, and what their turns have in common. At most one of `workspace_id`, `template` and `snapshot_id`; without them, each item has a new workspace with the default config. */
        BatchDefaults: {
            /** @description All items run in this workspace, each in a session of its own. */
            workspace_id?: string;
            /** @description Each item has a new workspace of this template. */
            template?: string;
            /** @description Each item has a new workspace with the files of this snapshot, and the config of its workspace without secrets. The snapshot stays until the batch has ended. */
            snapshot_id?: string;
            turn: components["schemas"]["BatchTurn"];
        };
        /** @description Where the items run, and what their turns have in common. At most one of `workspace_id`, `template` and `snapshot_id`; without them, each item has a new workspace with the default config. */
        BatchDefaultsInput: {
            /** @description All items run in this workspace, each in a session of its own. */
            workspace_id?: string;
            /** @description Each item has a new workspace of this template. */
            template?: string;
            /** @description Each item has a new workspace with the files of this snapshot, and the config of its workspace without secrets. The snapshot stays until the batch has ended. */
            snapshot_id?: string;
            /** @default {} */
            turn?: components["schemas"]["BatchTurnInput"];
        };
        /** @description The body of a chat for each item, where the item has no own. */
        BatchTurn: {
            /** @description Required unless `prompt` is given; with both, it follows the prompt after a blank line. */
            message?: string;
            prompt?: {
                /** @description Its name or id. */
                name: string;
                /** @description A text for each placeholder of the prompt, and no others. */
                arguments: {
                    [key: string]: string;
                };
            };
            limits?: components["schemas"]["LimitsOverride"];
            /** @description Stored with the turn, and given to tools and middleware. Lists can be filtered by it. */
            metadata?: {
                [key: string]: string;
            };
            output?: components["schemas"]["TurnOutput"];
        };
        /** @description The body of a chat for each item, where the item has no own. */
        BatchTurnInput: {
            /** @description Required unless `prompt` is given; with both, it follows the prompt after a blank line. */
            message?: string;
            prompt?: {
                /** @description Its name or id. */
                name: string;
                /**
                 * @description A text for each placeholder of the prompt, and no others.
                 * @default {}
                 */
                arguments?: {
                    [key: string]: string;
                };
            };
            limits?: components["schemas"]["LimitsOverride"];
            /** @description Stored with the turn, and given to tools and middleware. Lists can be filtered by it. */
            metadata?: {
                [key: string]: string;
            };
            output?: components["schemas"]["TurnOutputInput"];
        };
        /** @description One task. It needs a message or a prompt, of its own or of `defaults.turn`. */
        BatchItem: {
            /** @description Names the item in the results. Unique in the batch. */
            key: string;
            /** @description Replaces that of `defaults.turn`. */
            message?: string;
            /** @description The name or id of a stored prompt. Replaces that of `defaults.turn`. */
            prompt?: string;
            /** @description A text for each placeholder of the prompt, and no others. */
            variables?: {
                [key: string]: string;
            };
            /** @description Replaces that of `defaults.turn`. */
            output?: {
                /** @description A JSON Schema (draft 2020-12) of at most 64 KiB, without references to other documents. `format` asserts nothing. */
                schema: {
                    [key: string]: unknown;
                };
                /**
                 * Format: int32
                 * @description After so many outputs that do not meet the schema the turn fails.
                 * @default 2
                 */
                max_attempts?: number;
            };
        };
        /**
         * @description `queued` and `running` are intermediate. `cancelled`: somebody cancelled it. A batch that stopped for another reason is `completed`, with its `stop_reason`.
         * @enum {string}
         */
        BatchStatus: "queued" | "running" | "completed" | "cancelled";
        /** @description How many items have each status. `succeeded`: the turn ended `completed`. */
        BatchCounts: {
            /** Format: int64 */
            queued: number;
            /** Format: int64 */
            running: number;
            /** Format: int64 */
            succeeded: number;
            /** Format: int64 */
            failed: number;
            /** Format: int64 */
            cancelled: number;
        };
        /** @description What the turns that have ended used together. */
        BatchUsage: {
            /** Format: int64 */
            input_tokens: number;
            /** Format: int64 */
            output_tokens: number;
            /** Format: int64 */
            cache_read_tokens: number;
            /** Format: int64 */
            cache_write_tokens: number;
            /**
             * Format: double
             * @description Null if no price is known, and before the first turn has ended.
             */
            cost_usd: number | null;
        };
        /** @description What became of an item. */
        BatchResult: {
            key: string;
            /** @enum {string} */
            status: "succeeded" | "failed" | "cancelled";
            /** @description The output, which meets the schema. Absent unless the turn has given one. */
            output?: unknown;
            /** @description The final message of the agent. Null for an item without a turn. */
            final_message: string | null;
            workspace_id: string | null;
            session_id: string | null;
            turn_id: string | null;
            stats: components["schemas"]["TurnStats"] | null;
            /** @description Why the item failed or was not begun. Null otherwise. */
            error: components["schemas"]["TurnError"] | null;
        };
        /** @description The files of a workspace at a moment. */
        Snapshot: {
            id: string;
            workspace_id: string;
            /**
             * @description `manual`: somebody asked for it. `auto`: taken before the first call of a turn that can write. `safety`: taken before a rewind, or for a fork.
             * @enum {string}
             */
            kind: "manual" | "auto" | "safety";
            label: string | null;
            /** @description Null for `manual`. */
            session_id: string | null;
            /** @description The turn that was about to write. Null for others. */
            turn_id: string | null;
            /**
             * Format: int64
             * @description Files and links.
             */
            files: number;
            /**
             * Format: int64
             * @description The sizes of the files together.
             */
            bytes: number;
            /**
             * Format: int64
             * @description What had to be stored for it.
             */
            stored_bytes: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description By `retention.snapshots_days`. `snapshots.keep` and `snapshots.max_mb` may end it earlier.
             */
            expires_at: string | null;
        };
        /** @description What the snapshot is called. */
        CreateSnapshot: {
            /** @default null */
            label?: string | null;
        };
        /** @description What to return to. One of `to_turn` and `to_snapshot` is required. */
        Rewind: {
            /** @description The session returns to what it was before the message of this turn, and the files to what they were before it wrote. */
            to_turn?: string;
            /** @description The files return to this snapshot. The session returns to what it was before the turn or the rewind that it was taken for; with a `manual` snapshot, only the files do. */
            to_snapshot?: string;
            /**
             * @default both
             * @enum {string}
             */
            restore?: "both" | "files" | "transcript";
            /**
             * @description Say what would change, and change nothing.
             * @default false
             */
            dry_run?: boolean;
            /**
             * @description Also where others have changed files that would change.
             * @default false
             */
            force?: boolean;
        } & (unknown | unknown);
        /** @description What a rewind changed, or would change. */
        Rewound: {
            /** @description Files, links and directories that were made or replaced. At most the first 1,000. */
            restored: string[];
            /** @description Files, links and directories that were removed. At most the first 1,000. */
            removed: string[];
            /**
             * Format: int64
             * @description Files and links that were as the snapshot has them.
             */
            unchanged: number;
            /** @description Of those that change, what another session or a person has changed. At most the first 1,000. */
            conflicts: string[];
            /** @description Ignored files, and ignored directories with all in them, that stay as they are. At most the first 1,000. */
            ignored: string[];
            counts: {
                /** Format: int64 */
                restored: number;
                /** Format: int64 */
                removed: number;
                /** Format: int64 */
                conflicts: number;
                /** Format: int64 */
                ignored: number;
            };
            /** @description Rewind to it to undo this. Null for a dry run, and for a transcript alone on a host without snapshots. */
            safety_snapshot_id: string | null;
            /**
             * Format: int64
             * @description The last event that the session still has. Null where its transcript stays.
             */
            through_seq: number | null;
        };
        /** @description The name of the new workspace, and what it starts with. */
        ForkWorkspace: {
            name: string;
            /** @description The files of this snapshot. Default: the files as they are. */
            snapshot_id?: string;
            /**
             * @description Whose transcripts are copied, each into a new session.
             * @default none
             */
            sessions?: ("none" | "all") | string[];
        };
        /** @description An endpoint that receives events, without its secret. */
        Webhook: {
            id: string;
            url: string;
            description: string;
            events: ("turn.ended" | "request.opened" | "schedule.run" | "batch.ended")[];
            workspace_ids: string[] | null;
            enabled: boolean;
            disabled_reason: ("gone" | "failing") | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            updated_at: string;
        };
        /** @description The endpoint, and the events that it receives. */
        CreateWebhook: {
            url: string;
            description?: string;
            events?: ("turn.ended" | "request.opened" | "schedule.run" | "batch.ended")[];
            workspace_ids?: string[] | null;
            enabled?: boolean;
        };
        /** @description A new webhook with its secret. */
        CreatedWebhook: {
            id: string;
            url: string;
            description: string;
            events: ("turn.ended" | "request.opened" | "schedule.run" | "batch.ended")[];
            workspace_ids: string[] | null;
            enabled: boolean;
            disabled_reason: ("gone" | "failing") | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            updated_at: string;
            secret: string;
        };
        /** @description The fields to change. Omitted fields are not changed. */
        UpdateWebhook: {
            url?: string;
            description?: string;
            events?: ("turn.ended" | "request.opened" | "schedule.run" | "batch.ended")[];
            workspace_ids?: string[] | null;
            enabled?: boolean;
        };
        /** @description How long the previous secret stays valid. */
        RotateWebhookSecret: {
            /**
             * Format: int32
             * @description How long deliveries are also signed with the previous secret. Default: a day.
             */
            previous_valid_seconds?: number;
        };
        /** @description The new secret, which is only returned once. */
        RotatedWebhookSecret: {
            secret: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            previous_valid_until: string | null;
        };
        /** @description A message to an endpoint, and the status of its delivery. */
        WebhookDelivery: {
            id: string;
            webhook_id: string;
            /** @enum {string} */
            event: "turn.ended" | "request.opened" | "schedule.run" | "batch.ended";
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            /** Format: int64 */
            attempts: number;
            /** Format: int64 */
            response_status: number | null;
            error: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            last_attempt_at: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            created_at: string;
            message: components["schemas"]["WebhookMessage"];
        };
        /** @description The body of a delivery. `type` selects the variant. */
        WebhookMessage: components["schemas"]["TurnEndedMessage"] | components["schemas"]["RequestOpenedMessage"] | components["schemas"]["ScheduleRunMessage"] | components["schemas"]["BatchEndedMessage"];
        /** @description A turn ended. Use the ids to read its content. */
        TurnEndedMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "turn.ended";
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            timestamp: string;
            data: {
                workspace_id: string;
                session_id: string;
                turn: components["schemas"]["Turn"];
            };
        };
        /** @description A turn waits for a person. Use the ids to read the request. */
        RequestOpenedMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "request.opened";
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            timestamp: string;
            data: {
                workspace_id: string;
                session_id: string;
                parent_session_id: string | null;
                turn_id: string;
                request: {
                    id: string;
                    /** @enum {string} */
                    kind: "approval" | "question" | "tool_call";
                    tool: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC, with milliseconds.
                     */
                    created_at: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC, with milliseconds.
                     */
                    expires_at: string;
                };
            };
        };
        /** @description A time of a schedule was decided: its turn was accepted, or the run says why not. The end of the turn is a message of its own. */
        ScheduleRunMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "schedule.run";
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            timestamp: string;
            data: {
                workspace_id: string;
                run: components["schemas"]["ScheduleRun"];
            };
        };
        /** @description A batch has ended: completed or cancelled. Use its id to read the results. */
        BatchEndedMessage: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "batch.ended";
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            timestamp: string;
            data: {
                /** @description The workspace of all items. Null if each has its own. */
                workspace_id: string | null;
                /** @description Without `defaults`, which may contain what an endpoint must not see. */
                batch: {
                    id: string;
                    name: string | null;
                    status: components["schemas"]["BatchStatus"];
                    stop_reason: ("cancelled" | "budget_reached" | "failures" | "principal") | null;
                    /**
                     * Format: int32
                     * @description How many items run at once.
                     */
                    concurrency: number;
                    budget: components["schemas"]["BatchBudget"];
                    /** Format: int64 */
                    stop_after_failures: number | null;
                    counts: components["schemas"]["BatchCounts"];
                    usage: components["schemas"]["BatchUsage"];
                    /** @description As whom its turns run. */
                    created_by: {
                        /** @enum {string} */
                        kind: "user" | "token";
                        id: string;
                        name: string;
                    };
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC, with milliseconds.
                     */
                    created_at: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339, UTC, with milliseconds.
                     */
                    ended_at: string | null;
                };
            };
        };
        /** @description A program's credential, without its secret. `hint` helps to recognize it. */
        ServiceToken: {
            id: string;
            name: string;
            hint: string;
            scopes: components["schemas"]["Scope"][];
            workspace_ids: string[] | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            created_at: string;
        };
        /** @description Without `scopes`, the token has all scopes; without `workspace_ids`, it can access all workspaces; without `expires_at`, it does not expire. */
        CreateServiceToken: {
            name: string;
            scopes?: components["schemas"]["Scope"][];
            workspace_ids?: string[] | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            expires_at?: string | null;
        };
        /** @description A new token. Its secret is only returned once. */
        CreatedServiceToken: {
            id: string;
            name: string;
            hint: string;
            scopes: components["schemas"]["Scope"][];
            workspace_ids: string[] | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            created_at: string;
            token: string;
        };
        /**
         * @description What a token can be used for.
         * @enum {string}
         */
        Scope: "workspaces:read" | "workspaces:write" | "chat" | "approve" | "files:read" | "files:write" | "library:read" | "library:write" | "webhooks:write";
        /** @description The password, or the code of a one-time link. */
        SignIn: {
            password: string;
        } | {
            code: string;
        };
        /** @description The person or the token behind a credential. */
        Principal: {
            id: string;
            tenant: string;
            /** @enum {string} */
            kind: "user" | "token";
            scopes: components["schemas"]["Scope"][];
            /**
             * @description `own`: only the workspaces that the principal created.
             * @enum {string}
             */
            sees: "own" | "tenant";
            /** @description The workspaces that the credential can access; null for all workspaces of the tenant. */
            workspace_ids: string[] | null;
        };
        /** @description An error (RFC 9457). Branch on `code`; some codes add fields, such as `session_id`. */
        Problem: {
            /** @description A page of this instance that documents the code. */
            type: string;
            title: string;
            /** Format: int64 */
            status: number;
            detail: string;
            code: components["schemas"]["ErrorCode"];
            request_id: string;
            errors?: components["schemas"]["FieldError"][];
        } & {
            [key: string]: unknown;
        };
        /** @description An invalid field of a request body. */
        FieldError: {
            /** @description A JSON Pointer into the request body, such as `#/message`. */
            pointer: string;
            detail: string;
        };
        /**
         * @description A stable error code for programs.
         * @enum {string}
         */
        ErrorCode: "invalid_request" | "path_not_encoded" | "invalid_path" | "unauthenticated" | "invalid_token" | "budget_reached" | "insufficient_scope" | "user_only" | "not_allowed" | "price_unknown" | "afs_denied" | "forbidden_origin" | "not_found" | "method_not_allowed" | "not_acceptable" | "name_taken" | "already_exists" | "session_busy" | "snapshot_incomplete" | "rewind_conflict" | "already_resolved" | "in_use" | "idempotency_in_progress" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "expectation_failed" | "range_not_satisfiable" | "misdirected_host" | "idempotency_key_reused" | "rate_limited" | "queue_full" | "internal" | "object_corrupt" | "storage_refused" | "model_unavailable" | "sandbox_unavailable" | "overloaded" | "sync_timeout" | "quota_exceeded";
        /** @description The meaning of an error code, and how to handle it. */
        ErrorCodeEntry: {
            code: components["schemas"]["ErrorCode"];
            /** Format: int64 */
            status: number;
            title: string;
            help: string;
            retryable: boolean;
        };
        /** @description The process is running. */
        Liveness: {
            /** @constant */
            status: "ok";
        };
        /** @description Whether the instance accepts work, and which part prevents it. */
        Readiness: {
            ready: boolean;
            checks: {
                /** @enum {string} */
                store: "ok" | "failed";
                /** @enum {string} */
                sandbox: "ok" | "failed";
                /** @enum {string} */
                queue: "ok" | "failed";
                /** @enum {string} */
                disk: "ok" | "failed";
            };
        };
    };
    responses: never;
    parameters: {
        /** @description Maximum number of items per page. Default 50. */
        Limit: number;
        /** @description The cursor from the `Link` header of the previous page. */
        Cursor: string;
        /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
        IdempotencyKey: string;
        /** @description The id of the workspace. */
        WorkspaceId: string;
        /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
        IfNoneMatch: string;
        /** @description Only proceed if the current entity tag is in this list; `*` matches any existing resource. */
        IfMatch: string;
        /** @description The id of the session. */
        SessionId: string;
        /** @description Maximum number of seconds to wait. */
        Wait: number;
        /** @description The id of the schedule. */
        ScheduleId: string;
        /** @description The id of the batch. */
        BatchId: string;
        /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
        Path: string;
        /** @description Only proceed if the resource changed after this time. Ignored if `If-None-Match` is present. */
        IfModifiedSince: string;
        /** @description Only proceed if the resource did not change after this time. Ignored if `If-Match` is present. */
        IfUnmodifiedSince: string;
        /** @description One byte range: `bytes=0-499`, `bytes=500-` or `bytes=-500`. For several ranges the complete content is returned. */
        Range: string;
        /** @description Only apply `Range` if the resource still has this entity tag or modification time; otherwise the complete content is returned. */
        IfRange: string;
        /** @description Include subdirectories. */
        Recursive: boolean;
        /** @description Only return entries whose name contains this text, ignoring case. */
        Q: string;
        /** @description The id of the snapshot. */
        SnapshotId: string;
        /** @description The id or the URL-encoded name of the prompt. */
        Ref: string;
        /** @description Delete the item even if it is in use. */
        Force: boolean;
        /** @description Write all items or none. Default false. */
        Atomic: boolean;
        /** @description Report what would happen without writing anything. Default false. */
        DryRun: boolean;
        /** @description The id of the webhook. */
        WebhookId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listWorkspaces: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only return workspaces whose name contains this text, ignoring case. */
                search?: string;
                /** @description Only return workspaces with this label, as `key:value`. Keys that contain a colon cannot be searched. */
                label?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of workspaces. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"][];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkspace"];
            };
        };
        responses: {
            /** @description The workspace. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWorkspace"];
            };
        };
        responses: {
            /** @description The workspace. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWorkspaceStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceState"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWorkspaceConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The config. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Config"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceWorkspaceConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only proceed if the current entity tag is in this list; `*` matches any existing resource. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfigInput"];
            };
        };
        responses: {
            /** @description The updated config. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Config"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWorkspaceUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The totals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    saveWorkspaceAsTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveAsTemplate"];
            };
        };
        responses: {
            /** @description The template. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    forkWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForkWorkspace"];
            };
        };
        responses: {
            /** @description The new workspace. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    chat: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description At most 16 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Chat"];
            };
        };
        responses: {
            /** @description `stream`: the events of the turn. `sync`: the result of the turn. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamedEvent"];
                    "application/json": components["schemas"]["TurnResult"];
                };
            };
            /** @description `async`: the turn, or the message for the running turn, is accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedTurn"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only return sessions with this pair of metadata, as `key:value`. Keys that contain a colon cannot be searched. */
                metadata?: string;
            };
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"][];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: {
                /** @description Maximum number of seconds to wait. */
                wait?: components["parameters"]["Wait"];
            };
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the session. */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the session. */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the session. */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSession"];
            };
        };
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    interruptSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the session. */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Whether a turn was interrupted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        interrupted: boolean;
                    };
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    forkSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the session. */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ForkSession"];
            };
        };
        responses: {
            /** @description The new session. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTurns: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only return turns with this pair of metadata, as `key:value`. Keys that contain a colon cannot be searched. */
                metadata?: string;
            };
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the session. */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of turns. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Turn"][];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTurn: {
        parameters: {
            query?: {
                /** @description Maximum number of seconds to wait. */
                wait?: components["parameters"]["Wait"];
            };
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the session. */
                session_id: components["parameters"]["SessionId"];
                /** @description The id of the turn. */
                turn_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The turn. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Turn"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    answerRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the session. */
                session_id: components["parameters"]["SessionId"];
                /** @description The id of the approval or question. */
                request_id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerRequest"];
            };
        };
        responses: {
            /** @description The resolved request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResolvedRequest"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query: {
                /** @description The id of the session. */
                session_id: string;
                /** @description Only return messages after this `seq`. */
                after?: number;
                /** @description Also the messages that a rewind removed. Default: only the current ones. */
                include?: "rewound";
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The messages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"][];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTranscript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the session. */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transcript. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"][];
                    "application/x-ndjson": string;
                    "text/markdown": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the session. */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the session. */
                session_id: components["parameters"]["SessionId"];
                /** @description The SHA-256 of the image: `blob` in the transcript. */
                image_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/jpeg": string;
                    "image/gif": string;
                    "image/webp": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readOutput: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The file name of the output without `.txt`, as in the transcript. */
                output_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The output. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSessionChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the session. */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Sorted by path. Without files whose names are not UTF-8. */
                        files: {
                            path: string;
                            /** @enum {string} */
                            status: "added" | "modified" | "deleted";
                            /**
                             * Format: int64
                             * @description Lines that are new; 0 where `binary`.
                             */
                            additions: number;
                            /**
                             * Format: int64
                             * @description Lines that are gone; 0 where `binary`.
                             */
                            deletions: number;
                            /** @description Not compared line by line: one of the two versions is not UTF-8 text of at most 1 MiB. */
                            binary: boolean;
                        }[];
                        /** @description The patch, for `git apply`. A line that starts with `#` names a file that the patch could not include, and why. */
                        diff: string;
                        /** @description Another session of the workspace wrote meanwhile. Its changes are included. */
                        overlapped: boolean;
                    };
                    "text/x-diff": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rewindSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the session. */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rewind"];
            };
        };
        responses: {
            /** @description What changed, or with `dry_run` would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rewound"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Only return events after this `seq`. */
                after?: number;
                /** @description `false` ends the stream at the end of the stored log. */
                follow?: boolean;
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description The id of the last event that the reader received. Overrides `after`. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the session. */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, as a stream or as a page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamedEvent"];
                    "application/json": components["schemas"]["SessionEvent"][];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSchedules: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of schedules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"][];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSchedule"];
            };
        };
        responses: {
            /** @description The schedule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewSchedule"];
            };
        };
        responses: {
            /** @description The next times. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchedulePreview"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the schedule. */
                schedule_id: components["parameters"]["ScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only proceed if the current entity tag is in this list; `*` matches any existing resource. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the schedule. */
                schedule_id: components["parameters"]["ScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only proceed if the current entity tag is in this list; `*` matches any existing resource. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the schedule. */
                schedule_id: components["parameters"]["ScheduleId"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSchedule"];
            };
        };
        responses: {
            /** @description The schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pauseSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the schedule. */
                schedule_id: components["parameters"]["ScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resumeSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the schedule. */
                schedule_id: components["parameters"]["ScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    runSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the schedule. */
                schedule_id: components["parameters"]["ScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleRun"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listScheduleRuns: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the schedule. */
                schedule_id: components["parameters"]["ScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleRun"][];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of batches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"][];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description An object with all items, or NDJSON: the first line is the object without `items`, each further line is an item. At most 1 MiB; as `application/x-ndjson`, without a size limit. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBatch"];
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description The batch. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: {
                /** @description Maximum number of seconds to wait. */
                wait?: components["parameters"]["Wait"];
            };
            header?: never;
            path: {
                /** @description The id of the batch. */
                batch_id: components["parameters"]["BatchId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readBatchResults: {
        parameters: {
            query?: {
                /** @description Go on until the batch has ended. Default false. */
                follow?: boolean;
            };
            header?: never;
            path: {
                /** @description The id of the batch. */
                batch_id: components["parameters"]["BatchId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["BatchResult"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the batch. */
                batch_id: components["parameters"]["BatchId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readWorkspaceFile: {
        parameters: {
            query: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description Only proceed if the current entity tag is in this list; `*` matches any existing resource. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Only proceed if the resource changed after this time. Ignored if `If-None-Match` is present. */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /** @description Only proceed if the resource did not change after this time. Ignored if `If-Match` is present. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
                /** @description One byte range: `bytes=0-499`, `bytes=500-` or `bytes=-500`. For several ranges the complete content is returned. */
                Range?: components["parameters"]["Range"];
                /** @description Only apply `Range` if the resource still has this entity tag or modification time; otherwise the complete content is returned. */
                "If-Range"?: components["parameters"]["IfRange"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content of the file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The requested range. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    writeWorkspaceFile: {
        parameters: {
            query: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description Only proceed if the current entity tag is in this list; `*` matches any existing resource. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Only proceed if the resource did not change after this time. Ignored if `If-Match` is present. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description At most 5 GiB. */
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The file was replaced. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenFile"];
                };
            };
            /** @description The file was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenFile"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWorkspaceFile: {
        parameters: {
            query: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description Only proceed if the current entity tag is in this list; `*` matches any existing resource. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Only proceed if the resource did not change after this time. Ignored if `If-Match` is present. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    moveWorkspaceFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Move"];
            };
        };
        responses: {
            /** @description Moved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileEntry"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWorkspaceDirectory: {
        parameters: {
            query?: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path?: string;
                /** @description Include subdirectories. */
                recursive?: components["parameters"]["Recursive"];
                /** @description Maximum number of entries. */
                limit?: number;
                /** @description Only return entries whose name contains this text, ignoring case. */
                q?: components["parameters"]["Q"];
            };
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. `truncated` is true if there are more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryListing"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    makeWorkspaceDirectory: {
        parameters: {
            query: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The directory already existed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileEntry"];
                };
            };
            /** @description The directory was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileEntry"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    zipWorkspaceDirectory: {
        parameters: {
            query?: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path?: string;
            };
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The zip. If the connection breaks, the zip is incomplete. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unpackIntoWorkspaceDirectory: {
        parameters: {
            query?: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path?: string;
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description A zip or a tar.gz. At most 5 GiB. */
        requestBody: {
            content: {
                "application/zip": string;
                "application/x-zip-compressed": string;
                "application/gzip": string;
                "application/x-gzip": string;
                "application/x-tar+gzip": string;
            };
        };
        responses: {
            /** @description The archive was unpacked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unpacked"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readSharedFile: {
        parameters: {
            query: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description Only proceed if the current entity tag is in this list; `*` matches any existing resource. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Only proceed if the resource changed after this time. Ignored if `If-None-Match` is present. */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /** @description Only proceed if the resource did not change after this time. Ignored if `If-Match` is present. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
                /** @description One byte range: `bytes=0-499`, `bytes=500-` or `bytes=-500`. For several ranges the complete content is returned. */
                Range?: components["parameters"]["Range"];
                /** @description Only apply `Range` if the resource still has this entity tag or modification time; otherwise the complete content is returned. */
                "If-Range"?: components["parameters"]["IfRange"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content of the file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The requested range. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    writeSharedFile: {
        parameters: {
            query: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description Only proceed if the current entity tag is in this list; `*` matches any existing resource. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Only proceed if the resource did not change after this time. Ignored if `If-Match` is present. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description At most 5 GiB. */
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The file was replaced. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenFile"];
                };
            };
            /** @description The file was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenFile"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSharedFile: {
        parameters: {
            query: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description Only proceed if the current entity tag is in this list; `*` matches any existing resource. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Only proceed if the resource did not change after this time. Ignored if `If-Match` is present. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    moveSharedFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Move"];
            };
        };
        responses: {
            /** @description Moved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileEntry"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSharedDirectory: {
        parameters: {
            query?: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path?: string;
                /** @description Include subdirectories. */
                recursive?: components["parameters"]["Recursive"];
                /** @description Maximum number of entries. */
                limit?: number;
                /** @description Only return entries whose name contains this text, ignoring case. */
                q?: components["parameters"]["Q"];
            };
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. `truncated` is true if there are more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryListing"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    makeSharedDirectory: {
        parameters: {
            query: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The directory already existed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileEntry"];
                };
            };
            /** @description The directory was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileEntry"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    zipSharedDirectory: {
        parameters: {
            query?: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path?: string;
            };
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The zip. If the connection breaks, the zip is incomplete. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unpackIntoSharedDirectory: {
        parameters: {
            query?: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path?: string;
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description A zip or a tar.gz. At most 5 GiB. */
        requestBody: {
            content: {
                "application/zip": string;
                "application/x-zip-compressed": string;
                "application/gzip": string;
                "application/x-gzip": string;
                "application/x-tar+gzip": string;
            };
        };
        responses: {
            /** @description The archive was unpacked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unpacked"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSnapshots: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of snapshots. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"][];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSnapshot: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateSnapshot"];
            };
        };
        responses: {
            /** @description The snapshot. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the snapshot. */
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the snapshot. */
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    diffSnapshot: {
        parameters: {
            query: {
                /** @description The snapshot to compare with: its id, or `now` for the files as they are. */
                against: string;
            };
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the snapshot. */
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Sorted by path. Without files whose names are not UTF-8. */
                        files: {
                            path: string;
                            /** @enum {string} */
                            status: "added" | "modified" | "deleted";
                            /**
                             * Format: int64
                             * @description Lines that are new; 0 where `binary`.
                             */
                            additions: number;
                            /**
                             * Format: int64
                             * @description Lines that are gone; 0 where `binary`.
                             */
                            deletions: number;
                            /** @description Not compared line by line: one of the two versions is not UTF-8 text of at most 1 MiB. */
                            binary: boolean;
                        }[];
                        /** @description The patch, for `git apply`. A line that starts with `#` names a file that the patch could not include, and why. */
                        diff: string;
                        /** @description Another session of the workspace wrote meanwhile. Its changes are included. */
                        overlapped: boolean;
                    };
                    "text/x-diff": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readSnapshotFile: {
        parameters: {
            query: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description Only proceed if the current entity tag is in this list; `*` matches any existing resource. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Only proceed if the resource changed after this time. Ignored if `If-None-Match` is present. */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /** @description Only proceed if the resource did not change after this time. Ignored if `If-Match` is present. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
                /** @description One byte range: `bytes=0-499`, `bytes=500-` or `bytes=-500`. For several ranges the complete content is returned. */
                Range?: components["parameters"]["Range"];
                /** @description Only apply `Range` if the resource still has this entity tag or modification time; otherwise the complete content is returned. */
                "If-Range"?: components["parameters"]["IfRange"];
            };
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the snapshot. */
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content of the file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The requested range. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSnapshotDirectory: {
        parameters: {
            query?: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path?: string;
                /** @description Include subdirectories. */
                recursive?: components["parameters"]["Recursive"];
                /** @description Maximum number of entries. */
                limit?: number;
                /** @description Only return entries whose name contains this text, ignoring case. */
                q?: components["parameters"]["Q"];
            };
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the snapshot. */
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. `truncated` is true if there are more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryListing"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    zipSnapshotDirectory: {
        parameters: {
            query?: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path?: string;
            };
            header?: never;
            path: {
                /** @description The id of the workspace. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The id of the snapshot. */
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The zip. If the connection breaks, the zip is incomplete. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPrompts: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only return items whose name or description contains this text, ignoring case. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of prompts, or the export. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prompt"][];
                    "application/x-ndjson": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createPrompt: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptInput"];
            };
        };
        responses: {
            /** @description The prompt. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prompt"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPrompt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id or the URL-encoded name of the prompt. */
                ref: components["parameters"]["Ref"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prompt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prompt"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putPrompt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only proceed if the current entity tag is in this list; `*` matches any existing resource. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id or the URL-encoded name of the prompt. */
                ref: components["parameters"]["Ref"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptReplacement"];
            };
        };
        responses: {
            /** @description Replaced, or unchanged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prompt"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prompt"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deletePrompt: {
        parameters: {
            query?: {
                /** @description Delete the item even if it is in use. */
                force?: components["parameters"]["Force"];
            };
            header?: {
                /** @description Only proceed if the current entity tag is in this list; `*` matches any existing resource. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id or the URL-encoded name of the prompt. */
                ref: components["parameters"]["Ref"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    loadPrompts: {
        parameters: {
            query?: {
                /** @description Write all items or none. Default false. */
                atomic?: components["parameters"]["Atomic"];
                /** @description Report what would happen without writing anything. Default false. */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An array or NDJSON. At most 32 MiB; as `application/x-ndjson`, without a size limit. */
        requestBody: {
            content: {
                "application/json": (components["schemas"]["PromptInput"] | components["schemas"]["BulkDelete"])[];
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description The result of each item, and a summary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAnswer"];
                    "application/x-ndjson": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPromptVersions: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The id or the URL-encoded name of the prompt. */
                ref: components["parameters"]["Ref"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prompt"][];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rollbackPrompt: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id or the URL-encoded name of the prompt. */
                ref: components["parameters"]["Ref"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rollback"];
            };
        };
        responses: {
            /** @description The updated prompt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prompt"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only return items whose name or description contains this text, ignoring case. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of templates, or the export. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"][];
                    "application/x-ndjson": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateInput"];
            };
        };
        responses: {
            /** @description The template. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id or the URL-encoded name of the template. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only proceed if the current entity tag is in this list; `*` matches any existing resource. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id or the URL-encoded name of the template. */
                ref: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateReplacement"];
            };
        };
        responses: {
            /** @description Replaced, or unchanged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteTemplate: {
        parameters: {
            query?: {
                /** @description Delete the item even if it is in use. */
                force?: components["parameters"]["Force"];
            };
            header?: {
                /** @description Only proceed if the current entity tag is in this list; `*` matches any existing resource. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id or the URL-encoded name of the template. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    loadTemplates: {
        parameters: {
            query?: {
                /** @description Write all items or none. Default false. */
                atomic?: components["parameters"]["Atomic"];
                /** @description Report what would happen without writing anything. Default false. */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An array or NDJSON. At most 32 MiB; as `application/x-ndjson`, without a size limit. */
        requestBody: {
            content: {
                "application/json": (components["schemas"]["TemplateInput"] | components["schemas"]["BulkDelete"])[];
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description The result of each item, and a summary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAnswer"];
                    "application/x-ndjson": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTemplateVersions: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The id or the URL-encoded name of the template. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"][];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rollbackTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id or the URL-encoded name of the template. */
                ref: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rollback"];
            };
        };
        responses: {
            /** @description The updated template. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSkills: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only return items whose name or description contains this text, ignoring case. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of skills, or the export. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Skill"][];
                    "application/x-ndjson": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSkill: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The files of the skill, or a tar.gz or zip of its folder or of the content of its folder. At most 64 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillInput"];
                "application/gzip": string;
                "application/zip": string;
            };
        };
        responses: {
            /** @description The skill. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Skill"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSkill: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id or the name of the skill. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The skill. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Skill"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putSkill: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only proceed if the current entity tag is in this list; `*` matches any existing resource. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id or the name of the skill. */
                ref: string;
            };
            cookie?: never;
        };
        /** @description The files of the skill, or a tar.gz or zip of its folder or of the content of its folder. At most 64 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillInput"];
                "application/gzip": string;
                "application/zip": string;
            };
        };
        responses: {
            /** @description Replaced, or unchanged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Skill"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Skill"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSkill: {
        parameters: {
            query?: {
                /** @description Delete the item even if it is in use. */
                force?: components["parameters"]["Force"];
            };
            header?: {
                /** @description Only proceed if the current entity tag is in this list; `*` matches any existing resource. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id or the name of the skill. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    loadSkills: {
        parameters: {
            query?: {
                /** @description Write all items or none. Default false. */
                atomic?: components["parameters"]["Atomic"];
                /** @description Report what would happen without writing anything. Default false. */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An array, NDJSON, or an archive with a folder for each skill. At most 32 MiB; as `application/x-ndjson`, without a size limit; as `application/gzip`, at most 64 MiB; as `application/zip`, at most 64 MiB. */
        requestBody: {
            content: {
                "application/json": (components["schemas"]["SkillInput"] | components["schemas"]["BulkDelete"])[];
                "application/x-ndjson": string;
                "application/gzip": string;
                "application/zip": string;
            };
        };
        responses: {
            /** @description The result of each item, and a summary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAnswer"];
                    "application/x-ndjson": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSkillVersions: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The id or the name of the skill. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Skill"][];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rollbackSkill: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id or the name of the skill. */
                ref: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rollback"];
            };
        };
        responses: {
            /** @description The updated skill. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Skill"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readSkillFile: {
        parameters: {
            query: {
                /** @description Path relative to the root of the volume, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id or the name of the skill. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content of the file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    downloadSkill: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only proceed if the current entity tag is not in this list; `*` matches any existing resource. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id or the name of the skill. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The package. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/gzip": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listModels: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of models. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedModel"][];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description The webhook with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecret"];
            };
        };
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhookSecret"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"][];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                id: components["parameters"]["WebhookId"];
                /** @description The id of the delivery. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, which is sent shortly. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listServiceTokens: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceToken"][];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createServiceToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateServiceToken"];
            };
        };
        responses: {
            /** @description The token with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedServiceToken"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeServiceToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the token. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description Maximum number of items per page. Default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description The cursor from the `Link` header of the previous page. */
                cursor?: components["parameters"]["Cursor"];
                /** @description What was done. `token.used` is recorded once a day per token and address, for up to 100 addresses, on each instance. */
                action?: "sign_in.succeeded" | "sign_in.failed" | "sign_out" | "token.created" | "token.revoked" | "token.used" | "config.changed" | "approval.answered";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries, or the export. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: int64
                         * @description Counts up from 1 without a gap.
                         */
                        seq: number;
                        /**
                         * Format: date-time
                         * @description RFC 3339, UTC, with milliseconds.
                         */
                        at: string;
                        /**
                         * @description What was done. `token.used` is recorded once a day per token and address, for up to 100 addresses, on each instance.
                         * @enum {string}
                         */
                        action: "sign_in.succeeded" | "sign_in.failed" | "sign_out" | "token.created" | "token.revoked" | "token.used" | "config.changed" | "approval.answered";
                        /** @description Who did it. Null if unknown. */
                        by: {
                            /** @enum {string} */
                            kind: "user" | "token";
                            id: string;
                        } | null;
                        /** @description The network address of the caller, if known. */
                        address: string | null;
                        workspace_id: string | null;
                        session_id: string | null;
                        /** @description What the action is about; never a secret. */
                        details: {
                            [key: string]: string | number | null | string[];
                        };
                        /** @description The `hash` of the entry before; 64 zeros for the first entry. */
                        previous: string;
                        /** @description SHA-256, in hexadecimal, of this entry without `hash`, as JSON with sorted keys and without spaces. */
                        hash: string;
                    }[];
                    "application/x-ndjson": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 4 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Signed in. The response sets a cookie. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPrincipal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The principal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Principal"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReference: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An HTML page without external resources. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listErrorCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The error codes with their meaning and how to handle them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["ErrorCodeEntry"][];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instance is running. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Liveness"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The instance accepts work. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    onTurnEnded: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, which is the same for each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures as defined by Standard Webhooks: `v1,<base64>` for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The message. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TurnEndedMessage"];
            };
        };
        responses: {
            /** @description Accepted. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    onRequestOpened: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, which is the same for each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures as defined by Standard Webhooks: `v1,<base64>` for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The message. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestOpenedMessage"];
            };
        };
        responses: {
            /** @description Accepted. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    onScheduleRun: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, which is the same for each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures as defined by Standard Webhooks: `v1,<base64>` for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The message. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleRunMessage"];
            };
        };
        responses: {
            /** @description Accepted. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    onBatchEnded: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, which is the same for each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures as defined by Standard Webhooks: `v1,<base64>` for each valid secret, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The message. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchEndedMessage"];
            };
        };
        responses: {
            /** @description Accepted. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
