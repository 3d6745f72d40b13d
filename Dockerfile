# Builds with npm, then keeps what the service runs on. docs/operating/docker.md says how to use it.
FROM node:24-trixie-slim AS build
# What the Node of package-lock.json is linked with: the service runs on that one, not on the image's.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# A registry of yours: docker build --secret id=npmrc,src=$HOME/.npmrc
RUN --mount=type=secret,id=npmrc,target=/run/npmrc NPM_CONFIG_USERCONFIG=/run/npmrc npm ci --omit=dev --ignore-scripts
COPY . .
ENV NODE_ENV=production
RUN npm run setup && node_modules/.bin/node scripts/pack.ts /packed

FROM debian:trixie-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 libstdc++6 \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin \
  && useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin festival \
  && install --directory --owner festival --group festival --mode 700 /data /backups \
  && install --directory --owner festival --group festival /compiled
COPY deploy/docker/festival /usr/local/bin/
COPY --from=build /packed /app
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data NODE_COMPILE_CACHE=/compiled PATH=/app/node_modules/.bin:$PATH
# By number, so that Kubernetes knows that it is not root.
USER 10001:10001
# Compiled code, of which a start is made in half the time.
RUN node --input-type=module --eval "await import('/app/src/server/joined.ts').then(({ useJoined }) => useJoined()); await import('/app/src/server/workers/alone.ts')"
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
