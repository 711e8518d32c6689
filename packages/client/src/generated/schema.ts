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
         * @description Newest first. Needs the scope `workspaces:read`.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /**
         * Create a workspace
         * @description `config` is laid over the template's, field by top-level field; what neither names takes its default, or as much of it as this host allows. The files of the template are there when this answers. Needs the scope `workspaces:write`.
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
         * Read a workspace
         * @description Needs the scope `workspaces:read`.
         */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        /**
         * Delete a workspace
         * @description Running turns are interrupted; the sandbox and the files are removed. Needs the scope `workspaces:write`.
         */
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        /**
         * Rename or label a workspace
         * @description `labels` replaces all of them. What is left out stays as it is. Needs the scope `workspaces:write`.
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
         * Read the state of a workspace
         * @description What runs and waits, and the sandbox as the answering instance sees it. Needs the scope `workspaces:read`.
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
         * Read a workspace's config
         * @description Secrets are named and never shown. Needs the scope `workspaces:read`.
         */
        get: operations["getWorkspaceConfig"];
        /**
         * Replace a workspace's config
         * @description The whole config: omitted fields take their defaults, or as much of them as this host allows. A secret of `env` that is sent back as `{secret: true}` keeps its value. Needs the scope `workspaces:write`.
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
         * Read what a workspace has used
         * @description Since it was made: tokens, cost and time of all its sessions, deleted ones too, step by step as turns run. The time of a turn is counted at its end. `cost_usd` counts the steps of models with a known price, and is null where there was none. `by_day` has the newest 90 days (UTC) on which something was used. Needs the scope `workspaces:read`.
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
         * @description Its config, with the names of its secrets and not their values, and with `include_files` its files. Links, `.git` and `node_modules` are left out; files are saved as they are, whatever the agent wrote into them. Needs the scope `workspaces:read` too, and for files `files:read`. Needs the scope `library:write`.
         */
        post: operations["saveWorkspaceAsTemplate"];
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
         * Give the agent work
         * @description `async` answers at once: the turn is durable then. `stream` (the default) gives the turn's events until it ends; going away does not stop the turn. `sync` waits for the result. In a session that is not idle `on_busy` says what becomes of the message; with `steer` the answer in each mode is about the running turn, and a stream begins with what follows. Needs the scope `chat`.
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
         * @description Newest first. Needs the scope `workspaces:read`.
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
         * Read a session
         * @description With `wait`, held until the session is `idle` or `waiting`, or the time is up. Needs the scope `workspaces:read`.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        /**
         * Delete a session
         * @description It is interrupted, then removed with its events. Needs the scope `workspaces:write`.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        /**
         * Rename a session
         * @description Null takes the name away. Needs the scope `workspaces:write`.
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
         * @description Stops the model and kills every process of the turn. The history is kept. Needs the scope `chat`.
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
         * @description A new session that begins with copies of what was said and done up to the last completed step, or up to the step of `at_message`; where that is a person's message, it and what follows are left out. The copies have ids of their own and no turns, and nothing counts as used. The other session goes on as it is. Needs the scope `chat`.
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
         * @description Newest first. Needs the scope `workspaces:read`.
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
         * Read a turn
         * @description With `wait`, held until this turn ends or waits for a person, or the time is up. Needs the scope `workspaces:read`.
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
         * Answer a request of the agent
         * @description An approval takes a `decision` and needs the scope `approve`; a question takes `answers` and needs `chat`. With `subject_hash` a decision is about what was shown and nothing else. The turn goes on when none of its requests is open any more: an allowed call runs with the arguments, in the directory and on the file that were shown, or is asked about again; a denied one is an error that the model sees, with the note. A request that has expired counts as denied. Needs one of the scopes `chat`, `approve`.
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
         * Read a session's messages
         * @description The transcript, oldest first: whole without `limit`, `after` and `cursor`, else a page. The last message of an ended turn is the assistant's. Needs the scope `workspaces:read`.
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
         * Read a session's whole transcript
         * @description All messages, oldest first, streamed: as JSON (the default), one a line as NDJSON, or as Markdown for people, by `Accept`. Needs the scope `workspaces:read`.
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
    "/api/workspaces/{id}/sessions/{session_id}/images/{image_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an image of a session
         * @description An image that somebody sent, or that a tool showed the model: `blob` of an image in the transcript names it. Needs the scope `workspaces:read`.
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
         * Read the whole of an output that was cut
         * @description What a tool put out, up to 16 MiB and without secrets, where the transcript has its beginning and end only and names the file `/tmp/outputs/<output_id>.txt`. The sandbox keeps the newest 16 of a workspace, until it ends: 404 after that. Needs the scope `workspaces:read`.
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
         * Read what a session changed in the files
         * @description The workspace's files as they are now, against what they were before the session's first tool that can write; nothing before that. `text/x-diff` is the patch alone, streamed, for `git apply`. Left out are `.git`, `node_modules`, what tools make again by themselves (`__pycache__`, `*.pyc`, `.pytest_cache`, `.venv` and the like), and what `.gitignore` files ignored then, or ignore now and was not there then. Files that are no text are in the patch up to 8 MiB. The files are not the session's alone: `overlapped` says that another session wrote since (one that this session started is no other). While a turn runs, each file is as it was at some moment of the answer. 403 where the workspace has more than 200,000 files, or the host's volumes do not tell changes. Needs the scope `workspaces:read`.
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
    "/api/workspaces/{id}/sessions/{session_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a session's events
         * @description Server-Sent Events: the durable log after `Last-Event-ID` or `after` (else from the start), then `sync`, then what is new. Durable events carry their `seq` as `id`. A reader that is too slow is disconnected and loses nothing by coming back with `Last-Event-ID`. With `Accept: application/json`: the durable events as an array, in pages; `follow` is of no account then, and `limit` and `cursor` belong to that form. Needs the scope `workspaces:read`.
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
    "/api/workspaces/{id}/agent/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a file of the workspace
         * @description The bytes, streamed. A directory is 400. One range of bytes can be asked for, and conditions are judged in the order of RFC 9110. Browsers never run what they get. Needs the scope `files:read`.
         */
        get: operations["readWorkspaceFile"];
        /**
         * Write a file of the workspace
         * @description The body is the file. Atomic: a reader sees the old or the new file. Parents are made. Needs the scope `files:write`.
         */
        put: operations["writeWorkspaceFile"];
        post?: never;
        /**
         * Delete a file or a directory of the workspace
         * @description A directory goes with all in it. Needs the scope `files:write`.
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
         * @description In one step. Parents of `dest` are made. What is there is replaced only with `overwrite`. Needs the scope `files:write`.
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
         * @description Sorted by name; by path when `recursive`. Without `path`, the root. A search with `q` gives up (`truncated`) when it has looked at 200,000 entries. Needs the scope `files:read`.
         */
        get: operations["listWorkspaceDirectory"];
        put?: never;
        /**
         * Make a directory of the workspace
         * @description With its parents. Needs the scope `files:write`.
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
         * @description Made while it is sent, so its length is not known before. Symbolic links are links in it; those that could lead out of the directory (absolute, or with a `..` that is not at their beginning or goes above it) are left out. A hard link is a file of its own. Without `path`, the root. Needs the scope `files:read`.
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
         * @description A zip or a tar.gz. All of it is unpacked, or nothing: it is checked as a whole, unpacked aside and then moved in. Files replace files, directories are merged; a file in the place of a directory, or the reverse, is 409. Symbolic links that stay inside the directory are made, and replace files and links; a hard link becomes a file of its own. Refused are names that lead out of the directory (absolute, `..`, with a drive letter or a backslash), symbolic links that could (absolute, or up from what is no directory of the archive), files below or in the place of a link, devices, encrypted entries, entries that are there twice, and archives that unpack to far more than they should. Without `path`, into the root. Needs the scope `files:write`.
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
         * @description The bytes, streamed. A directory is 400. One range of bytes can be asked for, and conditions are judged in the order of RFC 9110. Browsers never run what they get. Needs the scope `files:read`.
         */
        get: operations["readSharedFile"];
        /**
         * Write a file of the shared volume
         * @description The body is the file. Atomic: a reader sees the old or the new file. Parents are made. Needs the scope `files:write`.
         */
        put: operations["writeSharedFile"];
        post?: never;
        /**
         * Delete a file or a directory of the shared volume
         * @description A directory goes with all in it. Needs the scope `files:write`.
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
         * @description In one step. Parents of `dest` are made. What is there is replaced only with `overwrite`. Needs the scope `files:write`.
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
         * @description Sorted by name; by path when `recursive`. Without `path`, the root. A search with `q` gives up (`truncated`) when it has looked at 200,000 entries. Needs the scope `files:read`.
         */
        get: operations["listSharedDirectory"];
        put?: never;
        /**
         * Make a directory of the shared volume
         * @description With its parents. Needs the scope `files:write`.
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
         * @description Made while it is sent, so its length is not known before. Symbolic links are links in it; those that could lead out of the directory (absolute, or with a `..` that is not at their beginning or goes above it) are left out. A hard link is a file of its own. Without `path`, the root. Needs the scope `files:read`.
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
         * @description A zip or a tar.gz. All of it is unpacked, or nothing: it is checked as a whole, unpacked aside and then moved in. Files replace files, directories are merged; a file in the place of a directory, or the reverse, is 409. Symbolic links that stay inside the directory are made, and replace files and links; a hard link becomes a file of its own. Refused are names that lead out of the directory (absolute, `..`, with a drive letter or a backslash), symbolic links that could (absolute, or up from what is no directory of the archive), files below or in the place of a link, devices, encrypted entries, entries that are there twice, and archives that unpack to far more than they should. Without `path`, into the root. Needs the scope `files:write`.
         */
        post: operations["unpackIntoSharedDirectory"];
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
         * @description Newest first. `Accept: application/x-ndjson` exports all instead, oldest first, one a line, in the form that `bulk` takes; it takes no parameters. Needs the scope `library:read`.
         */
        get: operations["listPrompts"];
        put?: never;
        /**
         * Create a prompt
         * @description Needs the scope `library:write`.
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
         * Read a prompt
         * @description Needs the scope `library:read`.
         */
        get: operations["getPrompt"];
        /**
         * Replace a prompt, or make it
         * @description Makes a version, unless nothing changes. A name that no prompt has makes it. Needs the scope `library:write`.
         */
        put: operations["putPrompt"];
        post?: never;
        /**
         * Delete a prompt
         * @description With all its versions. What is in use stays, unless `force` is given; `users` names who uses it. Needs the scope `library:write`.
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
         * @description Each item is a prompt as POST takes it, or `{"op": "delete", "name": …}`. What has the name already is replaced; what is the same stays as it is, so that loading a file twice changes nothing. There is one result for each item, in order. The answer has the type of the request: to an array `{results, summary}`; to lines one line for each item, sent as the items are written, while the rest may still be on its way, then `{"summary": …}`. An answer without that last line broke off. Lines end with `\n` or `\r\n`; blank ones are passed over and do not count. With `atomic` an error in any item is 400 with `results` and `summary`, and nothing is written. Needs the scope `library:write`.
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
         * @description The prompt as it was at each version, newest first. Needs the scope `library:read`.
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
         * Go back to a version of a prompt
         * @description Makes a new version with the content of an earlier one. The name stays. Needs the scope `library:write`.
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
         * @description Newest first. `Accept: application/x-ndjson` exports all instead, oldest first, one a line, in the form that `bulk` takes; it takes no parameters. Needs the scope `library:read`.
         */
        get: operations["listTemplates"];
        put?: never;
        /**
         * Create a template
         * @description Needs the scope `library:write`.
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
         * Read a template
         * @description Needs the scope `library:read`.
         */
        get: operations["getTemplate"];
        /**
         * Replace a template, or make it
         * @description Makes a version, unless nothing changes. A name that no template has makes it. Needs the scope `library:write`.
         */
        put: operations["putTemplate"];
        post?: never;
        /**
         * Delete a template
         * @description With all its versions. What is in use stays, unless `force` is given; `users` names who uses it. Needs the scope `library:write`.
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
         * @description Each item is a template as POST takes it, or `{"op": "delete", "name": …}`. What has the name already is replaced; what is the same stays as it is, so that loading a file twice changes nothing. There is one result for each item, in order. The answer has the type of the request: to an array `{results, summary}`; to lines one line for each item, sent as the items are written, while the rest may still be on its way, then `{"summary": …}`. An answer without that last line broke off. Lines end with `\n` or `\r\n`; blank ones are passed over and do not count. With `atomic` an error in any item is 400 with `results` and `summary`, and nothing is written. Needs the scope `library:write`.
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
         * @description The template as it was at each version, newest first. Needs the scope `library:read`.
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
         * Go back to a version of a template
         * @description Makes a new version with the content of an earlier one. The name stays. Needs the scope `library:write`.
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
         * @description Newest first. `Accept: application/x-ndjson` exports all instead, oldest first, one a line, in the form that `bulk` takes; it takes no parameters. Needs the scope `library:read`.
         */
        get: operations["listSkills"];
        put?: never;
        /**
         * Create a skill
         * @description Needs the scope `library:write`.
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
         * Read a skill
         * @description Needs the scope `library:read`.
         */
        get: operations["getSkill"];
        /**
         * Replace a skill, or make it
         * @description Makes a version, unless nothing changes. A name that no skill has makes it. Needs the scope `library:write`.
         */
        put: operations["putSkill"];
        post?: never;
        /**
         * Delete a skill
         * @description With all its versions. What is in use stays, unless `force` is given; `users` names who uses it. Needs the scope `library:write`.
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
         * @description Each item is a skill as POST takes it, or `{"op": "delete", "name": …}`. What has the name already is replaced; what is the same stays as it is, so that loading a file twice changes nothing. There is one result for each item, in order. The answer has the type of the request: to an array `{results, summary}`; to lines one line for each item, sent as the items are written, while the rest may still be on its way, then `{"summary": …}`. An answer without that last line broke off. Lines end with `\n` or `\r\n`; blank ones are passed over and do not count. With `atomic` an error in any item is 400 with `results` and `summary`, and nothing is written. Needs the scope `library:write`.
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
         * @description The skill as it was at each version, newest first. Needs the scope `library:read`.
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
         * Go back to a version of a skill
         * @description Makes a new version with the content of an earlier one. The name stays. Needs the scope `library:write`.
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
         * Read a file of a skill
         * @description Browsers never run what they get. Needs the scope `library:read`.
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
         * @description Its folder as a tar packed with gzip, in the form that POST, PUT and `bulk` take. Needs the scope `library:read`.
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
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Newest first, never with their secrets. Needs the scope `webhooks:write`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Make a webhook
         * @description Its secret is in this answer and in no other. Without `events` it tells of all; without `workspace_ids` of all workspaces that the caller sees. Needs the scope `webhooks:write`.
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
         * Read a webhook
         * @description Needs the scope `webhooks:write`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description With its deliveries. Needs the scope `webhooks:write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description What is left out stays as it is. `enabled: true` turns one on again that was turned off because its endpoint failed. What waits for a webhook that is off fails, and can be replayed. Needs the scope `webhooks:write`.
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
         * Replace a webhook's secret
         * @description The new one is in this answer and in no other. For a time, a day unless the body says otherwise, deliveries are signed with the one before, too. Needs the scope `webhooks:write`.
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
         * @description Newest first, those of the last seven days and those that have a try before them. Needs the scope `webhooks:write`.
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
         * @description With the id that it had, whatever became of it; the schedule of its tries begins anew. Needs the scope `webhooks:write`.
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
         * @description Newest first, never with their secrets. For a signed-in person only.
         */
        get: operations["listServiceTokens"];
        put?: never;
        /**
         * Make a service token
         * @description Its secret is in this answer and in no other. Without `scopes` it has all of them. For a signed-in person only.
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
         * @description At once, on every instance. For a signed-in person only.
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
         * @description Sign-ins, tokens that were made, used and revoked, changed configs and answered approvals, newest first. Each entry holds the hash of the one before it. `Accept: application/x-ndjson` exports all instead, oldest first, one a line; it takes no parameters. `workspace-agent audit verify FILE` checks such a file. For a signed-in person only.
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
         * @description With the password, or with the code of a one-time link. Attempts are limited. Needs no credential.
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
         * @description For a signed-in person only.
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
         * Who this credential is
         * @description Any credential will do.
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
         * The reference, for people
         * @description Any credential will do.
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
         * The OpenAPI document
         * @description Generated by this instance from the routes that it serves. Any credential will do.
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
         * The error codes
         * @description A page; JSON for a caller who accepts `application/json`. Any credential will do.
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
         * Whether the instance lives
         * @description Needs no credential.
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
         * Whether the instance takes work
         * @description Everybody may ask, so it says which part failed and not why: the log has the reason. Needs no credential.
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
         * Read what the instance has counted
         * @description Since its start, over all tenants, in the text format of Prometheus: turns, steps, tokens, cost, tools, waiting, sandboxes, requests. A token that is bound to workspaces finds nothing here. Needs the scope `workspaces:read`.
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
         * A turn has come to its end
         * @description Sent to the endpoints of the webhooks that ask for it, at least once. Verify the signature before anything else.
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
         * A person is asked
         * @description Sent to the endpoints of the webhooks that ask for it, at least once. Verify the signature before anything else.
         */
        post: operations["onRequestOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A place where an agent works: files, a config, sessions. */
        Workspace: {
            id: string;
            name: string;
            /** @enum {string} */
            status: "ready" | "waiting_placement" | "deleting";
            template: string | null;
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
        /** @description `config` is laid over the template's config, or the defaults, field by top-level field. */
        CreateWorkspace: {
            name: string;
            template?: string;
            config?: components["schemas"]["ConfigOverlay"];
            labels?: components["schemas"]["Labels"];
        };
        /** @description What changes; what is left out stays as it is. */
        UpdateWorkspace: {
            name?: string;
            labels?: components["schemas"]["Labels"];
        };
        /** @description What goes on in a workspace, as the answering instance sees it. */
        WorkspaceState: {
            /** @enum {string} */
            status: "ready" | "waiting_placement" | "deleting";
            sandbox: {
                /** @description `local`, `docker`, `interpreter`, or the host's own. */
                kind: string;
                /**
                 * @description `stopped`: it is started by the next command.
                 * @enum {string}
                 */
                state: "running" | "stopped";
                capabilities: {
                    /** @description Processes outlive the command that started them. */
                    background: boolean;
                    /** @description `network` may be other than `none`. */
                    network: boolean;
                    /** @description `disk_mb` holds while a command writes, not only after it. */
                    quota: boolean;
                    /** @description A terminal can be asked for. */
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
        };
        /** @description What the template is called, and whether the workspace's files belong to it. */
        SaveAsTemplate: {
            name: string;
            /** @default  */
            description?: string;
            /**
             * @description The files too, but for `.git`, `node_modules` and links: at most 1,000, of 4 MiB in all.
             * @default false
             */
            include_files?: boolean;
        };
        /** @description What a workspace has used since it was made. */
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
        /** @description What was used with one model. The empty name is that of turns that never started. */
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
        /** @description What was used on one day, in UTC. */
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
        /** @description Names and values of the caller's own. */
        Labels: {
            [key: string]: string;
        };
        /** @description How the agent of a workspace works. Secrets of `env` are named and never shown. */
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
        };
        /** @description A whole config: omitted fields take their defaults. */
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
        };
        /** @description The fields of a config that are laid over a template's, or over the defaults. */
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
        };
        /** @description What the sandbox, in which commands run, is given. */
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
        /** @description What the sandbox, in which commands run, is given. */
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
        /** @description The shared volume: which folder of it is seen as `/mnt/afs`, and whether it may be written. */
        AfsConfig: {
            /** @enum {string} */
            access: "none" | "read" | "write";
            root: string;
        };
        /** @description The shared volume: which folder of it is seen as `/mnt/afs`, and whether it may be written. */
        AfsConfigInput: {
            /**
             * @default write
             * @enum {string}
             */
            access?: "none" | "read" | "write";
            /** @default  */
            root?: string;
        };
        /** @description What commands may reach: nothing, everything, or these hosts. */
        Network: ("none" | "open") | {
            allow: string[];
        };
        /** @description Which tools run at once, after approval, or never; of several patterns the last match wins. */
        Permissions: {
            [key: string]: ("allow" | "ask" | "deny") | {
                pattern: string;
                /** @enum {string} */
                action: "allow" | "ask" | "deny";
            }[];
        };
        /** @description The bounds of each turn; null: none. */
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
        /** @description The bounds of each turn; null: none. */
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
        /** @description The bounds of one turn, at most those of the workspace. */
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
        /** @description A message to the agent, and how the answer is wanted. */
        Chat: {
            /** @description Required unless `prompt` is given; with both, it follows the prompt after a blank line. */
            message?: string;
            prompt?: {
                /** @description Its name or id. */
                name: string;
                /**
                 * @description A text for each of the prompt's arguments, and no other.
                 * @default {}
                 */
                arguments?: {
                    [key: string]: string;
                };
            };
            /** @description For models that see; others are told that there were images. */
            images?: {
                /** @description Its bytes in base64, at most 5 MiB of them. */
                data: string;
                /** @enum {string} */
                media_type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
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
             * @description When the session is not idle. `queue`: the next turn, after those that wait. `steer`: the message joins the running turn before its next step, with no `limits` of its own, and the answer is about that turn; where none runs it is as `queue`. `interrupt`: the running turn, or the first that waits, ends `interrupted`, and this one follows it. `reject`: `session_busy`.
             * @default queue
             * @enum {string}
             */
            on_busy?: "queue" | "steer" | "interrupt" | "reject";
            limits?: components["schemas"]["LimitsOverride"];
        };
        /** @description A turn that is durable: it survives a crash in the next instruction. */
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
        };
        /** @description A conversation with the agent; each message given to it is a turn. */
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
            source: "api" | "web";
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
        };
        /** @description The session's new name. */
        UpdateSession: {
            name: string | null;
        };
        /** @description Where the copy of the conversation ends. */
        ForkSession: {
            /** @description The id of a message of the session: nothing after its step is copied. Absent: all. */
            at_message?: string;
        };
        /** @description A question that only a person can answer: whether a tool may run, or what the agent asked. */
        PendingRequest: {
            id: string;
            /** @enum {string} */
            kind: "approval" | "question";
            turn_id: string;
            call_id: string;
            tool: string;
            prompt: string;
            arguments: string;
            subject?: components["schemas"]["RequestSubject"];
            /** @description Of an approval: SHA-256 of the canonical JSON (keys sorted, no spaces) of `{arguments, subject, tool}`. Anything else is asked about again. */
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
        /** @description What an approval is about, beside the tool and its arguments. */
        RequestSubject: {
            working_directory: string;
            file?: components["schemas"]["ReplacedFile"];
        };
        /** @description The file that a call writes, and the content that is there when people are asked. */
        ReplacedFile: {
            /** @description Absolute, inside the sandbox. */
            path: string;
            /** @description The content that is there; null: there is no file. */
            replaces: {
                /** Format: int64 */
                size: number;
                sha256: string;
            } | null;
        };
        /** @description Who answered: a person or a service token. */
        AnsweredBy: {
            /** @enum {string} */
            kind: "user" | "token";
            id: string;
            name: string;
        };
        /** @description A question of the agent to a person. */
        Question: {
            question: string;
            header?: string;
            options?: {
                label: string;
                description?: string;
            }[];
            multiple?: boolean;
        };
        /** @description A decision for an approval, answers for a question. */
        AnswerRequest: components["schemas"]["ApprovalDecision"] | components["schemas"]["QuestionAnswers"];
        /** @description Whether the tool may run. */
        ApprovalDecision: {
            /** @enum {string} */
            decision: "allow" | "deny";
            /** @description Of a denial: shown to the model. Kept in the log of both. */
            note?: string;
            /** @description That of the request as it was shown; 412 `precondition_failed` where it is another. */
            subject_hash?: string;
        };
        /** @description What the agent asked, answered. */
        QuestionAnswers: {
            /** @description An answer to each question, by its text or by its number from 0; several texts where `multiple` is set. */
            answers: {
                [key: string]: string | string[];
            };
        };
        /** @description A request and how it was resolved. */
        ResolvedRequest: {
            id: string;
            /** @enum {string} */
            kind: "approval" | "question";
            turn_id: string;
            call_id: string;
            tool: string;
            prompt: string;
            arguments: string;
            subject?: components["schemas"]["RequestSubject"];
            /** @description Of an approval: SHA-256 of the canonical JSON (keys sorted, no spaces) of `{arguments, subject, tool}`. Anything else is asked about again. */
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
            by?: components["schemas"]["AnsweredBy"];
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            resolved_at: string;
        };
        /**
         * @description `allow` and `deny` of an approval, `answered` of a question; `expired` where nobody answered in time, `cancelled` where the turn ended first.
         * @enum {string}
         */
        RequestOutcome: "allow" | "deny" | "answered" | "expired" | "cancelled";
        /** @description The answers, by the text of their question. */
        RequestAnswers: {
            [key: string]: string | string[];
        };
        /** @description One message given to a session and all that the agent did about it. It reaches exactly one end. */
        Turn: {
            id: string;
            session_id: string;
            status: components["schemas"]["TurnStatus"];
            stop_reason: components["schemas"]["StopReason"] | null;
            /** @enum {string} */
            source: "api" | "web";
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
        };
        /**
         * @description `queued`, `running` and `waiting` lead on; the others are ends.
         * @enum {string}
         */
        TurnStatus: "queued" | "running" | "waiting" | "completed" | "failed" | "interrupted";
        /**
         * @description Why a turn ended.
         * @enum {string}
         */
        StopReason: "end_turn" | "max_steps" | "max_time" | "budget_reached" | "refused" | "stuck" | "model_error" | "sandbox_error" | "crashed" | "interrupted";
        /** @description What was used. `cost_usd` is null where the model has no known price. */
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
        /** @description What made a turn fail. */
        TurnError: {
            code: string;
            detail: string;
        };
        /** @description What was said in one go: a person's message, one response of the model, or the result of one tool call. */
        Message: {
            id: string;
            session_id: string;
            turn_id: string;
            /**
             * Format: int64
             * @description Where it stands: the seq of the event that completed it, or, of a message that waited behind other turns, of the one with which its own turn began.
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
         * @description Who said it.
         * @enum {string}
         */
        Role: "user" | "assistant" | "tool";
        /** @description A part of a message, told apart by its `type`. */
        ContentPart: components["schemas"]["TextPart"] | components["schemas"]["ReasoningPart"] | components["schemas"]["ImagePart"] | components["schemas"]["ToolCallPart"] | components["schemas"]["ToolResultPart"];
        /** @description Text. */
        TextPart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            text: string;
        };
        /** @description What the model thought before it spoke. */
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
        /** @description An image that was given to the model. */
        ImagePart: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "image";
            media_type: string;
            blob: string;
        };
        /** @description A call of a tool. `arguments` is the JSON text that the model wrote, which may be malformed. */
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
        /** @description What a tool gave back. Where parts of `output` were left out, it says where the whole is. */
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
        /** @description One thing that was said or done. A `failed` item was given up and is not shown to the model. */
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
        /** @description The `data` of each event of the stream; its `event` field says which it is. */
        StreamedEvent: components["schemas"]["SessionEvent"] | components["schemas"]["ItemDelta"] | components["schemas"]["Sync"];
        /** @description An entry of a session's durable log, told apart by its `type`; `seq` counts from 1 without gaps. */
        SessionEvent: components["schemas"]["SessionStarted"] | components["schemas"]["TurnQueued"] | components["schemas"]["TurnStarted"] | components["schemas"]["ItemStarted"] | components["schemas"]["ItemCompleted"] | components["schemas"]["RequestOpened"] | components["schemas"]["RequestResolved"] | components["schemas"]["ContextCompacted"] | components["schemas"]["TurnRetrying"] | components["schemas"]["TurnEnded"];
        /** @description The first entry of every log. */
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
            source: "api" | "web";
            limits: components["schemas"]["Limits"];
            /**
             * @description It interrupts the turn before it, and goes ahead of all others that wait.
             * @constant
             */
            is_next?: true;
            traceparent?: string;
        };
        /** @description The agent took the turn up. */
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
        };
        /** @description A tool is about to run. */
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
        /** @description A transient piece of an item that is being made. `offset` counts UTF-16 units from the item's start. */
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
            kind: "message" | "reasoning" | "tool_call" | "tool_result" | "system";
            /** Format: int64 */
            offset: number;
            text: string;
        };
        /** @description Something was said or done. `usage` stands on the last item of a model's response. */
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
        };
        /** @description The turn waits for a person's answer. */
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
        /** @description A person answered, or the time for it was up. */
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
            by?: components["schemas"]["AnsweredBy"];
        };
        /** @description Room was made in what the model is shown: old outputs were left out, or all but the newest was summed up. Nothing of the log is deleted. */
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
             * @description The prompt came near the model's window, or the provider refused it as too long.
             * @enum {string}
             */
            cause: "window" | "overflow";
            /** @description Shown to the model in the place of what came before; null: nothing was summed up. */
            summary: string | null;
            /** @description The model that wrote the summary; null: it was put together without one. */
            summary_model: string | null;
            /**
             * Format: int64
             * @description What the model was shown up to this event is the summary now; null without one.
             */
            through_seq: number | null;
            /** @description People's messages up to `through_seq` that are shown beside the summary, as they were sent. */
            kept_message_ids: string[];
            /**
             * Format: int64
             * @description Long outputs of the responses up to this event are shown as a line that says so; null: none.
             */
            outputs_through_seq: number | null;
            /**
             * Format: int64
             * @description Parts that were longer are shown without their middle, in about as many tokens; null: none.
             */
            longest_part_tokens: number | null;
            /**
             * Format: int64
             * @description The size of the prompt before, as far as it was counted.
             */
            tokens_before: number;
            /**
             * Format: int64
             * @description The estimated size of the prompt afterwards.
             */
            tokens_after: number;
            usage?: components["schemas"]["StepUsage"];
        };
        /** @description A call of the model failed and is made again. */
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
        /** @description The turn's one end, with the turn as it stands then. */
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
        /** @description What follows is live; everything up to `through_seq` was sent. `in_progress` has the items under way with their text so far, as far as it is known: an `item.delta` that follows goes on from there. */
        Sync: {
            /** Format: int64 */
            through_seq: number;
            in_progress: {
                item_id: string;
                turn_id: string;
                /** @enum {string} */
                kind: "message" | "reasoning" | "tool_call" | "tool_result" | "system";
                text: string;
            }[];
        };
        /** @description The tokens of one call of the model. */
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
        /** @description A file, a directory or a symbolic link. `path` is relative to the volume's root. */
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
        /** @description The entries of a directory; `truncated` says that there are more. */
        DirectoryListing: {
            path: string;
            entries: components["schemas"]["FileEntry"][];
            truncated: boolean;
        };
        /** @description A file as it was written. */
        WrittenFile: {
            path: string;
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
            etag: string;
        };
        /** @description From where to where. */
        Move: {
            /** @description Relative to the volume's root, `/` between its names. */
            src: string;
            /** @description Relative to the volume's root, `/` between its names. */
            dest: string;
            /**
             * @description Replace what is at `dest`, a directory with all in it.
             * @default false
             */
            overwrite?: boolean;
        };
        /** @description What an archive put into a directory. */
        Unpacked: {
            /** @description The directory that was unpacked into. */
            path: string;
            /**
             * Format: int64
             * @description Each name of a file with hard links is a file.
             */
            files: number;
            /**
             * Format: int64
             * @description Symbolic links.
             */
            links: number;
            /**
             * Format: int64
             * @description Those that are only part of a file's path are counted too.
             */
            directories: number;
            /**
             * Format: int64
             * @description Of all files together.
             */
            bytes: number;
        };
        /** @description A text for agents, with `{{placeholders}}` that a chat fills in. */
        Prompt: {
            id: string;
            name: string;
            description: string;
            content: string;
            /** @description The placeholders of the content, in their order. */
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
        /** @description A prompt to be stored. */
        PromptInput: {
            name: string;
            /** @default  */
            description?: string;
            /** @description The text, with `{{placeholders}}` that a chat fills in. */
            content: string;
            /** @default {} */
            labels?: components["schemas"]["Labels"];
        };
        /** @description A whole prompt: omitted fields take their defaults, but for the name, which stays. */
        PromptReplacement: {
            name?: string;
            /** @default  */
            description?: string;
            /** @description The text, with `{{placeholders}}` that a chat fills in. */
            content: string;
            /** @default {} */
            labels?: components["schemas"]["Labels"];
        };
        /** @description What a new workspace starts with: a config and files. It runs nothing. */
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
        /** @description A template to be stored. Secrets of `env` are named and have no value. */
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
        /** @description A whole template: omitted fields take their defaults, but for the name, which stays. */
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
        /** @description Instructions in the Agent Skills format, from the front matter of `SKILL.md`, and the files beside it. */
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
            /** @description What is wrong with it, and no reason to refuse it. Right after it was sent, of the folder that it came in too. */
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
        /** @description The files of a skill's folder, `SKILL.md` among them. */
        SkillInput: {
            files: components["schemas"]["LibraryFile"][];
        };
        /** @description A file as text (`content`) or as bytes (`content_base64`). */
        LibraryFile: {
            /** @description Relative, `/` between names; none of them `.` or `..`. */
            path: string;
            executable?: boolean;
            content: string;
        } | {
            /** @description Relative, `/` between names; none of them `.` or `..`. */
            path: string;
            executable?: boolean;
            content_base64: string;
        };
        /** @description The version whose content is wanted again. */
        Rollback: {
            /**
             * Format: int64
             * @description Counts the changes, from 1.
             */
            version: number;
        };
        /** @description Deletes what has the name; where nothing has it, nothing changes. */
        BulkDelete: {
            /** @constant */
            op: "delete";
            name: string;
        };
        /** @description A result for each item, in order, and how many there were of each. */
        BulkAnswer: {
            results: components["schemas"]["BulkResult"][];
            summary: components["schemas"]["BulkSummary"];
        };
        /** @description What became of one item of a load. */
        BulkResult: {
            /**
             * Format: int64
             * @description The item's place in the load, from 0.
             */
            index: number;
            name: string | null;
            id?: string;
            status: components["schemas"]["BulkStatus"];
            /** Format: int64 */
            version?: number;
            /** @description What is wrong with it, and no reason to refuse it. */
            warnings?: string[];
            error?: components["schemas"]["BulkError"];
        };
        /**
         * @description `unchanged`: it was so already. `error`: nothing was done; `error` says why.
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
        /** @description How many items there were of each result. */
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
            /** @description What of the load was left out, and why. */
            notes?: string[];
        };
        /** @description An endpoint that is told of what happens, without its secret. */
        Webhook: {
            id: string;
            url: string;
            description: string;
            events: ("turn.ended" | "request.opened")[];
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
        /** @description The endpoint, and what it is told of. */
        CreateWebhook: {
            url: string;
            description?: string;
            events?: ("turn.ended" | "request.opened")[];
            workspace_ids?: string[] | null;
            enabled?: boolean;
        };
        /** @description A webhook just made, with its secret. */
        CreatedWebhook: {
            id: string;
            url: string;
            description: string;
            events: ("turn.ended" | "request.opened")[];
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
        /** @description What changes; what is left out stays as it is. */
        UpdateWebhook: {
            url?: string;
            description?: string;
            events?: ("turn.ended" | "request.opened")[];
            workspace_ids?: string[] | null;
            enabled?: boolean;
        };
        /** @description How long the secret before stays good. */
        RotateWebhookSecret: {
            /**
             * Format: int32
             * @description How long deliveries are signed with the secret before, too. Default: a day.
             */
            previous_valid_seconds?: number;
        };
        /** @description The new secret: no other answer holds it. */
        RotatedWebhookSecret: {
            secret: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC, with milliseconds.
             */
            previous_valid_until: string | null;
        };
        /** @description A message to an endpoint, and what became of it. */
        WebhookDelivery: {
            id: string;
            webhook_id: string;
            /** @enum {string} */
            event: "turn.ended" | "request.opened";
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
        /** @description The body of a delivery, told apart by its `type`. */
        WebhookMessage: components["schemas"]["TurnEndedMessage"] | components["schemas"]["RequestOpenedMessage"];
        /** @description A turn has come to its end. What was said is read with the ids. */
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
        /** @description A person is asked. What is asked is read with the ids. */
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
                    kind: "approval" | "question";
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
        /** @description A program's credential, without its secret. `hint` tells it from others. */
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
        /** @description Without `scopes` all of them; without `workspace_ids` all workspaces; without `expires_at` for good. */
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
        /** @description A token just made: the only answer that ever holds its secret. */
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
         * @description What a token may be used for.
         * @enum {string}
         */
        Scope: "workspaces:read" | "workspaces:write" | "chat" | "approve" | "files:read" | "files:write" | "library:read" | "library:write" | "webhooks:write";
        /** @description The password, or the code of a one-time link. */
        SignIn: {
            password: string;
        } | {
            code: string;
        };
        /** @description Who stands behind a credential. */
        Principal: {
            id: string;
            tenant: string;
            /** @enum {string} */
            kind: "user" | "token";
            scopes: components["schemas"]["Scope"][];
            /** @description The only workspaces that are seen; null: all of the tenant. */
            workspace_ids: string[] | null;
        };
        /** @description An error (RFC 9457). Branch on `code`; some codes add members of their own, such as `session_id`. */
        Problem: {
            /** @description A page of this instance that explains the code. */
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
        /** @description One bad field of a request body. */
        FieldError: {
            /** @description A JSON Pointer into the request body, such as `#/message`. */
            pointer: string;
            detail: string;
        };
        /**
         * @description What went wrong, for programs. It never changes its meaning.
         * @enum {string}
         */
        ErrorCode: "invalid_request" | "path_not_encoded" | "invalid_path" | "unauthenticated" | "invalid_token" | "insufficient_scope" | "user_only" | "not_allowed" | "afs_denied" | "forbidden_origin" | "not_found" | "method_not_allowed" | "not_acceptable" | "name_taken" | "already_exists" | "session_busy" | "already_resolved" | "in_use" | "idempotency_in_progress" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "expectation_failed" | "range_not_satisfiable" | "misdirected_host" | "idempotency_key_reused" | "rate_limited" | "queue_full" | "internal" | "model_unavailable" | "sandbox_unavailable" | "overloaded" | "sync_timeout" | "quota_exceeded";
        /** @description What an error code means and what to do about it. */
        ErrorCodeEntry: {
            code: components["schemas"]["ErrorCode"];
            /** Format: int64 */
            status: number;
            title: string;
            help: string;
            retryable: boolean;
        };
        /** @description The process answers. */
        Liveness: {
            /** @constant */
            status: "ok";
        };
        /** @description Whether the instance takes work, and which part is in the way. */
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
        /** @description The most elements of the page; default 50. */
        Limit: number;
        /** @description From the `Link` of the page before. */
        Cursor: string;
        /** @description A repeat with the same key and body within 24 hours gives the first answer, with `Idempotent-Replayed: true`. */
        IdempotencyKey: string;
        /** @description The workspace's id. */
        WorkspaceId: string;
        /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
        IfNoneMatch: string;
        /** @description Only if what is there has one of these entity tags; `*`: only if something is there. */
        IfMatch: string;
        /** @description The session's id. */
        SessionId: string;
        /** @description Seconds for which the answer is held, at most, until there is something to do. */
        Wait: number;
        /** @description Relative to the volume's root, URL-encoded as one value: `src%2Fmain.ts`. */
        Path: string;
        /** @description Only if it changed after this time. Does not count beside `If-None-Match`. */
        IfModifiedSince: string;
        /** @description Only if it did not change after this time. Does not count beside `If-Match`. */
        IfUnmodifiedSince: string;
        /** @description One range of bytes: `bytes=0-499`, `bytes=500-` or `bytes=-500`. For several the whole is given. */
        Range: string;
        /** @description `Range` counts only if this entity tag or time is that of what is there; else the whole is given. */
        IfRange: string;
        /** @description With all that is below. */
        Recursive: boolean;
        /** @description Only entries whose name holds this text, in upper or lower case. */
        Q: string;
        /** @description The prompt's id, or its name, URL-encoded. */
        Ref: string;
        /** @description Deletes what is in use, too. */
        Force: boolean;
        /** @description All or nothing. Default false. */
        Atomic: boolean;
        /** @description Tells what would happen and writes nothing. Default false. */
        DryRun: boolean;
        /** @description The webhook's id. */
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
                /** @description The most elements of the page; default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description From the `Link` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description A part of the name, in any case. */
                search?: string;
                /** @description A label that it has, as `key:value`. A key with a colon cannot be asked for. */
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
                /** @description A repeat with the same key and body within 24 hours gives the first answer, with `Idempotent-Replayed: true`. */
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
                /** @description The workspace's id. */
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
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                /** @description The workspace's id. */
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
                /** @description The workspace's id. */
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
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The workspace's id. */
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
                /** @description Only if what is there has one of these entity tags; `*`: only if something is there. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The workspace's id. */
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
            /** @description The config as it is now. */
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
                /** @description The workspace's id. */
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
                /** @description A repeat with the same key and body within 24 hours gives the first answer, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The workspace's id. */
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
    chat: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key and body within 24 hours gives the first answer, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The workspace's id. */
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
            /** @description `stream`: the events of this turn. `sync`: its result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamedEvent"];
                    "application/json": components["schemas"]["TurnResult"];
                };
            };
            /** @description `async`: the turn is accepted, or the message for the turn that runs. */
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
                /** @description The most elements of the page; default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description From the `Link` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The workspace's id. */
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
                /** @description Seconds for which the answer is held, at most, until there is something to do. */
                wait?: components["parameters"]["Wait"];
            };
            header?: never;
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The session's id. */
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
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The session's id. */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The session's id. */
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
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The session's id. */
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
            /** @description Whether there was a turn to interrupt. */
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
                /** @description A repeat with the same key and body within 24 hours gives the first answer, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The session's id. */
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
                /** @description The most elements of the page; default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description From the `Link` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The session's id. */
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
                /** @description Seconds for which the answer is held, at most, until there is something to do. */
                wait?: components["parameters"]["Wait"];
            };
            header?: never;
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The session's id. */
                session_id: components["parameters"]["SessionId"];
                /** @description The turn's id. */
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
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The session's id. */
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
            /** @description The request and how it is resolved. */
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
                /** @description The session. */
                session_id: string;
                /** @description Only messages after this `seq`. */
                after?: number;
                /** @description The most elements of the page; default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description From the `Link` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The workspace's id. */
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
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The session's id. */
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
    readImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The session's id. */
                session_id: components["parameters"]["SessionId"];
                /** @description The SHA-256 of the image, as `blob` of the transcript names it. */
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
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The name of the output's file without `.txt`, as the transcript tells it. */
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
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The session's id. */
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
                        /** @description Sorted by path. A file whose name is not UTF-8 has no path, and is not among them. */
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
                            /** @description Not compared line by line: what was there or what is there now is no UTF-8 text of at most 1 MiB, or is no longer kept. */
                            binary: boolean;
                        }[];
                        /** @description The patch, for `git apply`. A line that begins with `#` names a file that the patch could not hold, and why. */
                        diff: string;
                        /** @description Another session of the workspace wrote since the baseline: its changes are among these. */
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
    streamEvents: {
        parameters: {
            query?: {
                /** @description The last `seq` that the reader has. */
                after?: number;
                /** @description `false` ends at the current end of the log. */
                follow?: boolean;
                /** @description The most elements of the page; default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description From the `Link` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description The id of the last event that the reader has. Counts more than `after`. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
                /** @description The session's id. */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events: of a stream each, or a page of them. */
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
    readWorkspaceFile: {
        parameters: {
            query: {
                /** @description Relative to the volume's root, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description Only if what is there has one of these entity tags; `*`: only if something is there. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Only if it changed after this time. Does not count beside `If-None-Match`. */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /** @description Only if it did not change after this time. Does not count beside `If-Match`. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
                /** @description One range of bytes: `bytes=0-499`, `bytes=500-` or `bytes=-500`. For several the whole is given. */
                Range?: components["parameters"]["Range"];
                /** @description `Range` counts only if this entity tag or time is that of what is there; else the whole is given. */
                "If-Range"?: components["parameters"]["IfRange"];
            };
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The bytes that `Range` asks for. */
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
                /** @description Relative to the volume's root, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description Only if what is there has one of these entity tags; `*`: only if something is there. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Only if it did not change after this time. Does not count beside `If-Match`. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description The workspace's id. */
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
            /** @description It was replaced. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenFile"];
                };
            };
            /** @description It was made. */
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
                /** @description Relative to the volume's root, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description Only if what is there has one of these entity tags; `*`: only if something is there. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Only if it did not change after this time. Does not count beside `If-Match`. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                /** @description The workspace's id. */
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
            /** @description It is at `dest`. */
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
                /** @description Relative to the volume's root, URL-encoded as one value: `src%2Fmain.ts`. */
                path?: string;
                /** @description With all that is below. */
                recursive?: components["parameters"]["Recursive"];
                /** @description The most entries. */
                limit?: number;
                /** @description Only entries whose name holds this text, in upper or lower case. */
                q?: components["parameters"]["Q"];
            };
            header?: never;
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries; `truncated` says that there are more. */
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
                /** @description Relative to the volume's root, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description A repeat with the same key and body within 24 hours gives the first answer, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileEntry"];
                };
            };
            /** @description It was made. */
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
                /** @description Relative to the volume's root, URL-encoded as one value: `src%2Fmain.ts`. */
                path?: string;
            };
            header?: never;
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The zip. A connection that breaks off means that it is not whole. */
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
                /** @description Relative to the volume's root, URL-encoded as one value: `src%2Fmain.ts`. */
                path?: string;
            };
            header?: {
                /** @description A repeat with the same key and body within 24 hours gives the first answer, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description A zip, or a tar packed with gzip. At most 5 GiB. */
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
            /** @description What was unpacked. */
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
                /** @description Relative to the volume's root, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description Only if what is there has one of these entity tags; `*`: only if something is there. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Only if it changed after this time. Does not count beside `If-None-Match`. */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /** @description Only if it did not change after this time. Does not count beside `If-Match`. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
                /** @description One range of bytes: `bytes=0-499`, `bytes=500-` or `bytes=-500`. For several the whole is given. */
                Range?: components["parameters"]["Range"];
                /** @description `Range` counts only if this entity tag or time is that of what is there; else the whole is given. */
                "If-Range"?: components["parameters"]["IfRange"];
            };
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The bytes that `Range` asks for. */
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
                /** @description Relative to the volume's root, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description Only if what is there has one of these entity tags; `*`: only if something is there. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Only if it did not change after this time. Does not count beside `If-Match`. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description The workspace's id. */
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
            /** @description It was replaced. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenFile"];
                };
            };
            /** @description It was made. */
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
                /** @description Relative to the volume's root, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description Only if what is there has one of these entity tags; `*`: only if something is there. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Only if it did not change after this time. Does not count beside `If-Match`. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                /** @description The workspace's id. */
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
            /** @description It is at `dest`. */
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
                /** @description Relative to the volume's root, URL-encoded as one value: `src%2Fmain.ts`. */
                path?: string;
                /** @description With all that is below. */
                recursive?: components["parameters"]["Recursive"];
                /** @description The most entries. */
                limit?: number;
                /** @description Only entries whose name holds this text, in upper or lower case. */
                q?: components["parameters"]["Q"];
            };
            header?: never;
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries; `truncated` says that there are more. */
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
                /** @description Relative to the volume's root, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description A repeat with the same key and body within 24 hours gives the first answer, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileEntry"];
                };
            };
            /** @description It was made. */
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
                /** @description Relative to the volume's root, URL-encoded as one value: `src%2Fmain.ts`. */
                path?: string;
            };
            header?: never;
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The zip. A connection that breaks off means that it is not whole. */
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
                /** @description Relative to the volume's root, URL-encoded as one value: `src%2Fmain.ts`. */
                path?: string;
            };
            header?: {
                /** @description A repeat with the same key and body within 24 hours gives the first answer, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The workspace's id. */
                id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description A zip, or a tar packed with gzip. At most 5 GiB. */
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
            /** @description What was unpacked. */
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
    listPrompts: {
        parameters: {
            query?: {
                /** @description The most elements of the page; default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description From the `Link` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description A part of the name or the description, in any case. */
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
                /** @description A repeat with the same key and body within 24 hours gives the first answer, with `Idempotent-Replayed: true`. */
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
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The prompt's id, or its name, URL-encoded. */
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
                /** @description Only if what is there has one of these entity tags; `*`: only if something is there. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The prompt's id, or its name, URL-encoded. */
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
            /** @description It was replaced, or is as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prompt"];
                };
            };
            /** @description It was made. */
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
                /** @description Deletes what is in use, too. */
                force?: components["parameters"]["Force"];
            };
            header?: {
                /** @description Only if what is there has one of these entity tags; `*`: only if something is there. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The prompt's id, or its name, URL-encoded. */
                ref: components["parameters"]["Ref"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                /** @description All or nothing. Default false. */
                atomic?: components["parameters"]["Atomic"];
                /** @description Tells what would happen and writes nothing. Default false. */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An array; or lines. At most 32 MiB; as `application/x-ndjson`, as long as it has to be. */
        requestBody: {
            content: {
                "application/json": (components["schemas"]["PromptInput"] | components["schemas"]["BulkDelete"])[];
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description A result for each item, and how many there were of each. */
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
                /** @description The most elements of the page; default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description From the `Link` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The prompt's id, or its name, URL-encoded. */
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
                /** @description A repeat with the same key and body within 24 hours gives the first answer, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The prompt's id, or its name, URL-encoded. */
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
            /** @description The prompt as it is now. */
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
                /** @description The most elements of the page; default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description From the `Link` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description A part of the name or the description, in any case. */
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
                /** @description A repeat with the same key and body within 24 hours gives the first answer, with `Idempotent-Replayed: true`. */
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
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The template's id, or its name, URL-encoded. */
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
                /** @description Only if what is there has one of these entity tags; `*`: only if something is there. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The template's id, or its name, URL-encoded. */
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
            /** @description It was replaced, or is as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description It was made. */
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
                /** @description Deletes what is in use, too. */
                force?: components["parameters"]["Force"];
            };
            header?: {
                /** @description Only if what is there has one of these entity tags; `*`: only if something is there. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The template's id, or its name, URL-encoded. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                /** @description All or nothing. Default false. */
                atomic?: components["parameters"]["Atomic"];
                /** @description Tells what would happen and writes nothing. Default false. */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An array; or lines. At most 32 MiB; as `application/x-ndjson`, as long as it has to be. */
        requestBody: {
            content: {
                "application/json": (components["schemas"]["TemplateInput"] | components["schemas"]["BulkDelete"])[];
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description A result for each item, and how many there were of each. */
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
                /** @description The most elements of the page; default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description From the `Link` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The template's id, or its name, URL-encoded. */
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
                /** @description A repeat with the same key and body within 24 hours gives the first answer, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The template's id, or its name, URL-encoded. */
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
            /** @description The template as it is now. */
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
                /** @description The most elements of the page; default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description From the `Link` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description A part of the name or the description, in any case. */
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
                /** @description A repeat with the same key and body within 24 hours gives the first answer, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The skill's files; or a tar.gz or a zip of its folder, or with `SKILL.md` at its root. At most 64 MiB. */
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
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The skill's id, or its name. */
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
                /** @description Only if what is there has one of these entity tags; `*`: only if something is there. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The skill's id, or its name. */
                ref: string;
            };
            cookie?: never;
        };
        /** @description The skill's files; or a tar.gz or a zip of its folder, or with `SKILL.md` at its root. At most 64 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillInput"];
                "application/gzip": string;
                "application/zip": string;
            };
        };
        responses: {
            /** @description It was replaced, or is as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Skill"];
                };
            };
            /** @description It was made. */
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
                /** @description Deletes what is in use, too. */
                force?: components["parameters"]["Force"];
            };
            header?: {
                /** @description Only if what is there has one of these entity tags; `*`: only if something is there. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The skill's id, or its name. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                /** @description All or nothing. Default false. */
                atomic?: components["parameters"]["Atomic"];
                /** @description Tells what would happen and writes nothing. Default false. */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An array; or lines; or an archive with a folder for each skill. At most 32 MiB; as `application/x-ndjson`, as long as it has to be; as `application/gzip`, at most 64 MiB; as `application/zip`, at most 64 MiB. */
        requestBody: {
            content: {
                "application/json": (components["schemas"]["SkillInput"] | components["schemas"]["BulkDelete"])[];
                "application/x-ndjson": string;
                "application/gzip": string;
                "application/zip": string;
            };
        };
        responses: {
            /** @description A result for each item, and how many there were of each. */
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
                /** @description The most elements of the page; default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description From the `Link` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The skill's id, or its name. */
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
                /** @description A repeat with the same key and body within 24 hours gives the first answer, with `Idempotent-Replayed: true`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The skill's id, or its name. */
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
            /** @description The skill as it is now. */
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
                /** @description Relative to the volume's root, URL-encoded as one value: `src%2Fmain.ts`. */
                path: components["parameters"]["Path"];
            };
            header?: {
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The skill's id, or its name. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
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
                /** @description Only if what is there has none of these entity tags; `*`: only if nothing is there. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The skill's id, or its name. */
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
    listWebhooks: {
        parameters: {
            query?: {
                /** @description The most elements of the page; default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description From the `Link` of the page before. */
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
                /** @description The webhook's id. */
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
                /** @description The webhook's id. */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                /** @description The webhook's id. */
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
                /** @description The webhook's id. */
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
                /** @description The most elements of the page; default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description From the `Link` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The webhook's id. */
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
                /** @description The webhook's id. */
                id: components["parameters"]["WebhookId"];
                /** @description The delivery's id. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, which is sent in a moment. */
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
                /** @description The most elements of the page; default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description From the `Link` of the page before. */
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
                /** @description The token's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is worth nothing now. */
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
                /** @description The most elements of the page; default 50. */
                limit?: components["parameters"]["Limit"];
                /** @description From the `Link` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description What was done. `token.used`: once a day for each token and address, for a hundred addresses, on each instance. */
                action?: "sign_in.succeeded" | "sign_in.failed" | "sign_out" | "token.created" | "token.revoked" | "token.used" | "config.changed" | "approval.answered";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries, or all of them. */
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
                         * @description What was done. `token.used`: once a day for each token and address, for a hundred addresses, on each instance.
                         * @enum {string}
                         */
                        action: "sign_in.succeeded" | "sign_in.failed" | "sign_out" | "token.created" | "token.revoked" | "token.used" | "config.changed" | "approval.answered";
                        /** @description Who did it; null for somebody who is not known. */
                        by: {
                            /** @enum {string} */
                            kind: "user" | "token";
                            id: string;
                        } | null;
                        /** @description The network address of the caller, where it is known. */
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
            /** @description Signed in, by a cookie. */
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
            /** @description A page that works offline. */
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
            /** @description What each code means and what to do about it. */
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
            /** @description It lives. */
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
            /** @description It takes work. */
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
                /** @description The delivery's id, the same with each try: what has it was seen before. */
                "webhook-id": string;
                /** @description When this try was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures as Standard Webhooks says, `v1,<base64>` each, set apart by spaces: one for each secret that is valid. */
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
            /** @description It was taken. The body is not kept. */
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
                /** @description The delivery's id, the same with each try: what has it was seen before. */
                "webhook-id": string;
                /** @description When this try was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures as Standard Webhooks says, `v1,<base64>` each, set apart by spaces: one for each secret that is valid. */
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
            /** @description It was taken. The body is not kept. */
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
