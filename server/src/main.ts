import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { compose, type Product } from './compose.ts'
import { type Config, ConfigProblem, parseConfig } from './config.ts'
import { errorCode } from './platform/error-code.ts'
import { fileMask } from './private-files.ts'

/** Longer than an orderly stop takes; after it the process exits rather than hangs. */
const stopWithinMs = 9500

/** A second signal ends the process at once, unless it is the copy of the first that npm or a supervisor passes on. */
const impatientAfterMs = 1000

/** The built web application is beside the built server. */
const webFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'web')

await main().catch((error) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})

async function main(): Promise<void> {
  const config = parseConfig(process.env, process.cwd())
  // Before the first file is written; programs that we start inherit it.
  process.umask(fileMask(config))
  // Messages for people go to stdout, the log to stderr; a terminal shows only warnings and errors.
  const log = pino(
    { level: process.stderr.isTTY ? 'warn' : 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  )

  if (process.argv[2] === 'doctor') {
    const { examine } = await import('./doctor.ts')
    const findings = await examine(config, log)
    for (const { part, problem } of findings) console.log(problem ? `WRONG ${part}: ${problem}` : `ok    ${part}`)
    process.exit(findings.some(({ problem }) => problem) ? 1 : 0)
  }
  if (process.argv[2] === 'backup' || process.argv[2] === 'restore') {
    const { runBackupCommand } = await import('./backup/backup-cli.ts')
    console.log(await runBackupCommand(process.argv.slice(2), config, log))
    process.exit(0)
  }
  const product = await compose(config, log, webFolder)
  stopOnSignals(product, log)
  await product.app.listen({ host: config.host, port: config.port }).catch(async (error) => {
    await product.stop()
    throw explainListen(error, config)
  })
  log.info({ role: config.role, ffmpeg: product.ffmpegVersion }, 'ready')
  announce(config, product)
}

function announce(config: Config, { app, firstAdmin }: Product): void {
  const address = app.server.address()
  const own = `http://localhost:${typeof address === 'object' && address ? address.port : config.port}`
  if (!firstAdmin) {
    console.log(`Video Forge worker is ready; its health is at ${own}/readyz`)
  } else {
    const password = firstAdmin.generatedPassword ? `, password ${firstAdmin.generatedPassword} (shown only this once)` : ''
    console.log(`Video Forge is ready: open ${config.port === 0 ? own : config.publicUrl}`)
    console.log(`Admin: ${firstAdmin.username} <${firstAdmin.email}>${password}`)
  }
  console.log(`Data: ${config.dataDir}`)
}

function stopOnSignals(product: Product, log: pino.Logger): void {
  let stoppingSince: number | undefined
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > impatientAfterMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('stop took too long, exiting')
      process.exit(1)
    }, stopWithinMs).unref()
    await product.stop().catch((error) => log.error({ err: error }, 'stop failed'))
    log.info('stopped')
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
}

function explainListen(error: unknown, { host, port }: Config): unknown {
  const code = errorCode(error)
  if (code === 'EADDRINUSE') return new ConfigProblem('PORT', `${port} is taken by another program; stop it or choose another port`)
  if (code === 'EACCES') return new ConfigProblem('PORT', `${port} may not be used by this user; choose one above 1023`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new ConfigProblem('HOST', `${host} is not an address of this machine`)
  return error
}
