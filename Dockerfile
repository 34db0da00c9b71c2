# Video Forge: one image for every role. `docker build -t video-forge .`
# Base images are pinned by tag, not by digest: rebuild to get security updates of Debian, Node.js and ffmpeg.

FROM node:24-trixie-slim AS build
WORKDIR /app
# Packages first: they stay in the build cache until the lock file changes.
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY media/package.json media/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
RUN npm ci --ignore-scripts
COPY contract contract
COPY media media
COPY server server
COPY web web
COPY scripts scripts
COPY tsconfig.base.json ./
RUN npm run build

FROM node:24-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY media/package.json media/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY scripts/runtime-packages.mjs scripts/build.mjs scripts/
# The server is bundled with its libraries; only packages that load files of their own are copied.
RUN npm ci --ignore-scripts --omit=dev --workspace server && node scripts/runtime-packages.mjs /runtime

FROM node:24-trixie-slim
# tini as process 1 forwards signals and reaps orphans, such as helper processes of an embedded database.
# GPU drivers are installed with ffmpeg but only used with a GPU. They would be a third of the image.
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
# The program does not run as root and cannot change its own files. With a read-only root it writes to /data and /tmp only.
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "scripts/health.mjs", "/healthz"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--", "node", "--max-semi-space-size=1", "dist/server/main.js"]
