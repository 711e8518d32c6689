# The image in which commands run with SANDBOX=docker. `workspace-agent sandbox-image` builds it from this file:
#
#   docker build --tag workspace-agent/sandbox - < packages/server/src/sandbox.Dockerfile
#
# --target slim leaves out Node, compilers and what else only some tasks need.
ARG BASE=debian:bookworm-slim

FROM ${BASE} AS slim
RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    bash bzip2 ca-certificates coreutils curl diffutils file findutils gawk git grep gzip jq less patch perl procps python3 ripgrep sed \
    socat tar tree unzip util-linux xz-utils zip \
  && rm -rf /var/lib/apt/lists/* \
  && (getent group 1000 || groupadd --gid 1000 agent) \
  && (getent passwd 1000 || useradd --uid 1000 --gid 1000 --create-home --shell /bin/bash agent)
ENV LANG=C.UTF-8
USER 1000:1000
WORKDIR /workspace

FROM slim AS full
USER 0:0
RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    build-essential fd-find nodejs npm openssh-client python3-pip python3-venv sqlite3 wget \
  && rm -rf /var/lib/apt/lists/*
USER 1000:1000
