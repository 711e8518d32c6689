# The image of workspaces that name none: docker build -t workspace-agent/sandbox packages/sandbox-docker/image
FROM debian:bookworm-slim

RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    bash build-essential bzip2 ca-certificates coreutils curl diffutils fd-find file findutils gawk git grep gzip jq less \
    nodejs npm openssh-client patch perl procps python3 python3-pip python3-venv ripgrep sed socat sqlite3 tar tree unzip \
    util-linux wget xz-utils zip \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 1000 agent \
  && useradd --uid 1000 --gid 1000 --create-home --shell /bin/bash agent

ENV LANG=C.UTF-8
USER 1000:1000
WORKDIR /workspace
