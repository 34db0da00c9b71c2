// Stops the process that imports it when its parent is gone: npm, the development server or a test that was killed. npm forwards SIGTERM, but
// nothing forwards a kill -9. The parent can pass its id (`?parent=`), because it may be gone before this runs.
const parent = Number(new URL(import.meta.url).searchParams.get('parent') ?? process.ppid)
const watch = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 500)
watch.unref()
