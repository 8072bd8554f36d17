# syntax=docker/dockerfile:1
# docs/operations/containers.md explains this image. tests/faults/container-image.test.ts runs what it contains.
# The base is pinned by version. Pin it by digest in your own registry: a digest can only be read with a network.

FROM node:24.21.0-trixie-slim AS packages
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# The image needs no optional package: they are a second copy of Node, and what pg needs at Cloudflare.
RUN npm ci --omit=dev --omit=optional --workspaces=false --no-audit --no-fund
# Lists what is installed. npm would report all else that package.json names as missing.
RUN npm pkg delete devDependencies optionalDependencies workspaces \
  && npm sbom --sbom-format cyclonedx > sbom.cdx.json

FROM node:24.21.0-trixie-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY tests/tools/openapi-types/package.json tests/tools/openapi-types/
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/prepare.mjs client web

FROM node:24.21.0-trixie-slim
LABEL org.opencontainers.image.title="Rapport" \
  org.opencontainers.image.description="One-to-one conversations between people with something in common." \
  org.opencontainers.image.licenses="MIT"
# The server needs Node alone.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* /usr/local/bin/yarn*
ENV NODE_ENV=production
ENV HOST=0.0.0.0
ENV PORT=3000
# Returns the memory of each password hash to the system: docs/operations/memory.md.
ENV MALLOC_MMAP_THRESHOLD_=1048576
WORKDIR /app
COPY --from=packages /build/node_modules node_modules
COPY --from=packages /build/sbom.cdx.json sbom.cdx.json
COPY --from=build /build/package.json package.json
COPY --from=build /build/prisma/migrations prisma/migrations
COPY --from=build /build/schema schema
COPY --from=build /build/locales locales
COPY --from=build /build/server server
COPY --from=build /build/scripts/check-health.mjs scripts/check-health.mjs
COPY --from=build /build/dist/web dist/web
COPY --from=build /build/dist/pages dist/pages
# All files belong to root. The server writes none of them.
USER 10001:10001
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/check-health.mjs"]
CMD ["node", "--max-semi-space-size=16", "server/main.ts"]
