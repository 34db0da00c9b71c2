# Video Forge: one image for every role. `docker build -t video-forge .`
# Versions are pinned by name, not by digest: rebuild to get the security updates of Debian, Node.js and ffmpeg.

# First what changes rarely: the packages stay in the builder's cache until the lock file changes.
FROM node:24-trixie-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY client/package.json client/
COPY media/package.json media/
COPY server/package.json server/
COPY web/package.json web/
COPY cli/package.json cli/
COPY e2e/package.json e2e/
COPY bench/package.json bench/

FROM manifests AS build
RUN npm ci --ignore-scripts
COPY contract contract
COPY client client
COPY media media
COPY server server
COPY web web
COPY docs/developers docs/developers
COPY scripts scripts
COPY tsconfig.base.json ./
RUN npm run build

FROM manifests AS packages
COPY scripts/runtime-packages.mjs scripts/build.mjs scripts/
# The server is bundled with its libraries; only packages that find files beside themselves are installed.
RUN npm ci --ignore-scripts --omit=dev --workspace server && node scripts/runtime-packages.mjs /runtime

FROM node:24-trixie-slim
# tini as the first process forwards signals at once and reaps orphans: the helpers of an embedded database.
# ffmpeg depends on drivers of graphics cards, which are loaded only where there is a card and would be a third of the image.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ffmpeg tini \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb \
      /usr/lib/*-linux-gnu/libLLVM*.so* /usr/lib/*-linux-gnu/libgallium*.so* /usr/lib/*-linux-gnu/libz3.so* /usr/lib/*-linux-gnu/dri \
      /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
 && ffmpeg -hide_banner -loglevel error -f lavfi -i testsrc2=d=0.1 -c:v libx264 -f null - \
 && install -d -o 1000 -g 1000 -m 700 /data
WORKDIR /app
COPY --from=packages /runtime/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY scripts/health.mjs scripts/
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# The files of the program belong to root and the program is not root. With a read-only root it needs /data and /tmp to write.
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "scripts/health.mjs", "/healthz"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--", "node", "--max-semi-space-size=1", "--heap-growing-percent=75", "dist/server/main.js"]
