import type { ConfigInput } from "../packages/core/src/domain/workspaces/config.ts";

/** What the page of configs says about a top-level field. */
export interface FieldNotes {
  readonly about: string;
  /** What each field does, by its path: `NAME` stands for the names of a map, `[]` for the entries of an array. */
  readonly fields: Readonly<Record<string, string>>;
  readonly example: unknown;
}

export const CONFIG_NOTES: { readonly [Field in keyof ConfigInput]: FieldNotes } = {
  model: {
    about: "The model that the agent uses.",
    fields: {
      model:
        "A model reference of the host, `provider/id`. Null: the default model of the host. `policy.models` restricts it",
    },
    example: "anthropic/claude-sonnet-5-5",
  },
  small_model: {
    about:
      "A cheaper model for [summaries of long conversations](agent.md#context). If the host no longer has it, the model itself summarizes.",
    fields: {
      small_model:
        "A model reference. Null: the model itself writes the summaries. `policy.models` restricts it",
    },
    example: "anthropic/claude-haiku-5",
  },
  system_prompt: {
    about: "Instructions for every turn of the workspace.",
    fields: {
      system_prompt: "Added to the built-in system prompt, which describes the tools and the sandbox",
    },
    example: "You maintain the billing service. Run `make check` before you finish.",
  },
  skills: {
    about: "The skills that the agent can load. They are mounted read-only at `/mnt/skills`.",
    fields: {
      skills:
        "Names in the library of the tenant: lower-case words and digits with single hyphens. A name that the library lacks is 400 `invalid_request`",
    },
    example: ["code-review", "release-notes"],
  },
  env: {
    about:
      'Environment variables of every command. A secret is write-only: it reads as `{"secret": true}`, is encrypted in the store, and is removed from output, events and logs. A PUT with `{"secret": true}` and no `value` keeps the stored value.',
    fields: {
      env: "Names are letters, digits and `_`, at most 128, and do not start with a digit",
      "env.NAME":
        "The value as plain text, or a secret. Plain text is visible to everyone who may read the config",
      "env.NAME.value": "The value of the secret, without NUL. Absent: the stored one",
      "env.NAME.secret": "Makes the value a secret",
    },
    example: { CI: "true", API_TOKEN: { value: "s3cr3t", secret: true } },
  },
  sandbox: {
    about:
      "The resources of the sandbox that runs commands. A change replaces the sandbox instance and ends its commands; the files stay. The policy of the host has an upper bound for each field. An omitted field gets its default or, if that is lower, the bound.",
    fields: {
      sandbox: "The fields below",
      "sandbox.image": "The container image, one of `policy.images`. Null: the image of the host",
      "sandbox.cpus": "Processors that all commands of the workspace share",
      "sandbox.memory_mb": "Memory of all commands together, in MiB",
      "sandbox.disk_mb":
        "Size limit of `/workspace`, in MiB. [Disk](sandboxes.md#disk) has the limits of other paths",
      "sandbox.network":
        "The hosts that commands can reach: none, every public host, or the listed ones. `policy.network` and `policy.network_hosts` restrict it; see [Network](sandboxes.md#network)",
      "sandbox.network.allow":
        "Host names, and `*.example.org` for all hosts below one. A pattern that covers a public suffix such as `*.com` is 400 `invalid_request`",
    },
    example: { cpus: 2, memory_mb: 2048, network: { allow: ["packages.example.com", "*.example.org"] } },
  },
  afs: {
    about: "The shared volume of the tenant, which commands see at `/mnt/afs`.",
    fields: {
      afs: "The fields below",
      "afs.access":
        "No access, read-only, or read and write. `policy.afs` is the most that a config may ask for",
      "afs.root":
        "The folder of the shared volume that is mounted, relative, without `.` and `..`. Empty: all of it",
    },
    example: { access: "read", root: "datasets/2026" },
  },
  permissions: {
    about:
      "Which tool calls run at once, wait for a person, or never run. [Permissions](agent.md#permissions) has the rules and their limits.",
    fields: {
      permissions:
        "Rules by the name of a tool. `*` is the rule of all tools without one, `mcp__docs__*` of those with that prefix. A tool without a rule is allowed",
      "permissions.NAME": "One action for every call, or patterns, of which the last match counts",
      "permissions.NAME[].pattern":
        "Matched against the command of `bash`, the path of file tools, and the arguments as JSON of other tools: `*` is any text, `?` one character",
      "permissions.NAME[].action": "Run at once, ask a person, or refuse",
    },
    example: { bash: [{ pattern: "git push*", action: "ask" }], write: "ask" },
  },
  limits: {
    about:
      "The limits of each turn. A chat call can lower them. Null is no limit. [Limits and usage](agent.md#limits-and-usage) says how a turn ends at one.",
    fields: {
      limits: "The fields below. The policy of the host may bound each one",
      "limits.max_steps": "Responses of the model",
      "limits.max_turn_seconds":
        "Time in seconds, without the time that the turn waits for people. More than 14,400 needs a `policy.max_turn_seconds`",
      "limits.max_input_tokens": "Input tokens of all steps, cached tokens included",
      "limits.max_output_tokens": "Output tokens of all steps",
      "limits.max_cost_usd":
        "The cost of all steps, in US dollars. Refused for a model without a price, 403 `price_unknown`",
    },
    example: { max_steps: 40, max_turn_seconds: 1800, max_cost_usd: 2.5 },
  },
  compaction: {
    about:
      "What happens when a conversation no longer fits the window of the model: [Context](agent.md#context).",
    fields: {
      compaction: "The field below",
      "compaction.enabled": "False: nothing is compacted, and the turn ends with `model_error` instead",
    },
    example: { enabled: false },
  },
  retention: {
    about:
      "For how long the workspace retains what nobody uses: [Retention](retention.md). The host may have a shorter time for all workspaces.",
    fields: {
      retention: "The fields below. Null: forever, as far as the host does",
      "retention.sessions_days":
        "Sessions that were inactive for so many days are removed, with their events, messages, images and the sessions of their subagents. One that runs, waits or has background processes stays",
      "retention.snapshots_days":
        "[Snapshots](rewind.md) of every kind are removed so many days after they were taken",
      "retention.outputs_days":
        "Files with the complete text of shortened outputs are removed after so many days, and can no longer be read",
    },
    example: { sessions_days: 90, snapshots_days: 30, outputs_days: 7 },
  },
  snapshots: {
    about:
      "When the files are stored in [snapshots](rewind.md), and which of them stay. A host without object storage takes none.",
    fields: {
      snapshots: "The fields below",
      "snapshots.auto":
        "Take one before the first call of each turn that can change files, so that the turn can be taken back",
      "snapshots.keep":
        "How many of those that nobody asked for stay, over all sessions. The oldest are removed first",
      "snapshots.max_mb":
        "The size of all snapshots together in the storage, in MiB: beyond it, the oldest that nobody asked for are removed. The newest snapshot stays",
      "snapshots.ignored":
        "Also cover what `.gitignore` ignores, `node_modules` and generated files. A rewind returns them too",
    },
    example: { keep: 200, max_mb: 8192 },
  },
  mcp_servers: {
    about:
      "Servers of the Model Context Protocol whose tools the agent can use. The host has to allow them (`policy.mcp_servers`); see [MCP servers](agent.md#mcp-servers).",
    fields: {
      mcp_servers:
        "Names are lower-case letters, digits, `_` and `-`, at most 32. A tool is `mcp__NAME__<tool>` in permissions",
      "mcp_servers.NAME": "The fields below",
      "mcp_servers.NAME.url":
        "An http or https address, without a user name or password. Each address of the host name has to be public, unless the host allows it",
      "mcp_servers.NAME.headers":
        "Headers of every request. Headers of the connection and of the protocol are refused",
      "mcp_servers.NAME.headers.NAME": "Printable ASCII as plain text, or a secret as in `env`",
      "mcp_servers.NAME.headers.NAME.value":
        "The value of the secret. Absent: the stored one, if the server stays at the same origin",
      "mcp_servers.NAME.headers.NAME.secret": "Makes the value a secret",
    },
    example: {
      docs: {
        url: "https://mcp.example.com/v1",
        headers: { authorization: { value: "Bearer s3cr3t", secret: true } },
      },
    },
  },
  tools: {
    about:
      "Tools that the caller runs, in every session of the workspace, subagents included: [Tools that the caller runs](tools.md#tools-that-the-caller-runs).",
    fields: {
      tools: "All schemas together have at most 512 KiB. Names differ",
      "tools[].name":
        "Letters, digits, `_` and `-`, at most 64, not starting with `mcp__`. The name of a tool of the host is 400 `invalid_request`",
      "tools[].description": "For the model",
      "tools[].input_schema":
        "The JSON Schema of the arguments, which are an object: at most 64 KiB and 64 levels. The caller checks the arguments",
    },
    example: [
      {
        name: "open_tickets",
        description: "Counts the open tickets of a component.",
        input_schema: { type: "object", properties: { component: { type: "string" } } },
      },
    ],
  },
};
