// `node scripts/health.mjs PATH`, in the image: exits with 0 if this path returns success. A command without shell syntax, which every
// container engine runs as it is.
fetch(`http://127.0.0.1:${process.env['PORT'] ?? 3000}${process.argv[2] ?? '/healthz'}`).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
)
