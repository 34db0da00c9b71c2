// `node scripts/health.mjs PATH`, in the image: ends well if the process here answers well at this path. A command of plain words, which every
// container engine runs as it is written.
fetch(`http://127.0.0.1:${process.env['PORT'] ?? 3000}${process.argv[2] ?? '/healthz'}`).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
)
