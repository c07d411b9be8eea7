# Stages: build compiles, modules installs what runs, and the last one has only what runs: no compilers, no npm, no root.
# Both Node images need glibc, for better-sqlite3, sharp and the rig engine's native parts.
ARG NODE=node:22-bookworm-slim

FROM ${NODE} AS build
WORKDIR /app
# For better-sqlite3 where it has no prebuilt binary.
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
COPY . .
RUN npm ci --no-audit --no-fund

FROM build AS modules
# TypeScript is a peer of Solana's packages, which nothing loads.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/typescript node_modules/@typescript

FROM ${NODE} AS run
ENV NODE_ENV=production \
    DATA_DIR=/data \
    HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json /app/README.md /app/.env.example ./
COPY --from=build /app/dist ./dist
COPY --from=build /app/data ./data
COPY --from=build /app/src/vendor ./src/vendor
COPY --from=build /app/docs/deploy/health.mjs ./deploy/health.mjs
COPY --from=modules /app/node_modules ./node_modules
RUN mkdir -p /data && chown 10001:10001 /data
USER 10001:10001
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "deploy/health.mjs"]
ENTRYPOINT ["node", "--enable-source-maps", "dist/src/main.js"]
CMD ["start"]
