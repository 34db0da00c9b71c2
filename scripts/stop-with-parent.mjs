// Imported into a process, stops it in order when the one that started it is gone: npm, the development server or a test that was killed.
// npm hands SIGTERM on to what it runs, but nothing hands on a kill -9. Whoever starts us may name itself (`?parent=`), since it may be
// gone before we get here.
const parent = Number(new URL(import.meta.url).searchParams.get('parent') ?? process.ppid)
const watch = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 500)
watch.unref()
