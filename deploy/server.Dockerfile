# The image of the server. In the folder of a checkout:
#
#   docker build --tag workspace-agent --file deploy/server.Dockerfile .
#
# BASE is Debian with Node 22.18 or newer and npm.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS packed
WORKDIR /source
COPY . .
RUN node scripts/with-toolchain.mjs node scripts/pack-server.mjs /packed
RUN npm install --prefix /opt/workspace-agent --no-audit --no-fund --no-package-lock /packed/*.tgz

FROM ${BASE}
# In a sandbox of bubblewrap, commands see the programs of this image.
RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    bash bubblewrap ca-certificates coreutils curl diffutils file findutils gawk git grep gzip jq less patch perl procps python3 ripgrep \
    sed tar tree unzip util-linux xz-utils zip \
  && rm -rf /var/lib/apt/lists/*
COPY --from=packed /opt/workspace-agent /opt/workspace-agent
RUN ln -s /opt/workspace-agent/node_modules/.bin/workspace-agent /usr/local/bin/workspace-agent \
  && mkdir /data \
  && chown 1000:1000 /data
ENV NODE_ENV=production LANG=C.UTF-8 HOST=0.0.0.0 PORT=8787 DATA_DIR=/data WORKSPACE_AGENT_URL=http://127.0.0.1:8787
# Less memory under load: docs/deploy.md.
ENV NODE_OPTIONS=--max-semi-space-size=16 MALLOC_MMAP_THRESHOLD_=65536
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 8787
HEALTHCHECK --start-period=30s --interval=10s --timeout=5s \
  CMD ["curl", "--fail", "--silent", "--output", "/dev/null", "http://127.0.0.1:8787/readyz"]
ENTRYPOINT ["workspace-agent"]
CMD ["serve"]
