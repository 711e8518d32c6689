using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "host", worker = .host)],
  sockets = [
    (name = "http", address = "127.0.0.1:8080", http = (), service = "host"),
    # Whoever ends the process tells it by this door before, for a worker hears no signals.
    (name = "control", address = "127.0.0.1:0", http = (), service = (name = "host", entrypoint = "Control")),
  ],
);

const host :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "dist/worker.js")],
  compatibilityDate = "2026-11-17",
  compatibilityFlags = ["request_signal_passthrough"],
  durableObjectNamespaces = [(className = "AgentsObject", uniqueKey = "agents", preventEviction = true)],
  durableObjectStorage = (inMemory = void),
  bindings = [(name = "AGENTS", durableObjectNamespace = "AgentsObject")],
);
