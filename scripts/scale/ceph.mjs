// A real S3 server: Ceph's radosgw from Debian, with one monitor and one object store.
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runOnce, startService, waitFor } from './run-service.mjs'

export const keys = { accessKeyId: 'testkey', secretAccessKey: 'testsecret' }

/** @param {string} folder @param {number} port @param {number} monitorPort @param {(service: ReturnType<typeof startService>) => void} keep */
export async function startCeph(folder, port, monitorPort, keep) {
  const home = join(folder, 'ceph')
  for (const name of ['mon', 'osd', 'rgw', 'run', 'log']) mkdirSync(join(home, name), { recursive: true })
  const fsid = randomUUID()
  const conf = join(home, 'ceph.conf')
  writeFileSync(conf, configuration({ home, fsid, monitorPort, port }))
  const env = { CEPH_CONF: conf, CEPH_ARGS: `--conf ${conf}` }
  const run = (/** @type {string} */ command, /** @type {string[]} */ args) => runOnce(command, args, { env: { ...process.env, ...env } })
  const start = (/** @type {string} */ command, /** @type {string[]} */ args) => {
    // Its data is temporary, and a clean stop takes many seconds.
    const service = startService(command, [...args, '-f'], { log: join(home, 'log', `${command}.out`), stopSignal: 'SIGKILL', env })
    keep(service)
    return service
  }

  run('monmaptool', ['--create', '--clobber', '--fsid', fsid, '--addv', '0', `[v1:127.0.0.1:${monitorPort}]`, join(home, 'monmap')])
  run('ceph-mon', ['--id', '0', '--mkfs', '--monmap', join(home, 'monmap'), '--keyring', '/dev/null'])
  writeFileSync(join(home, 'mon', 'keyring'), '')
  start('ceph-mon', ['--id', '0'])
  const id = randomUUID()
  // The first command waits for the monitor.
  run('ceph', ['osd', 'create', id])
  run('ceph', ['osd', 'crush', 'add', 'osd.0', '1', 'root=default'])
  run('ceph-osd', ['--id', '0', '--mkfs', '--osd-uuid', id])
  const store = start('ceph-osd', ['--id', '0'])
  const gateway = start('radosgw', ['-n', 'client.rgw'])
  const endpoint = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(endpoint).then(
      () => true,
      () => false,
    )
  await Promise.all([waitFor('The object store', store, isReady), waitFor('The S3 gateway', gateway, isReady)])
  await createUser(run)
  return endpoint
}

/** @param {(command: string, args: string[]) => string} run */
async function createUser(run) {
  const { accessKeyId, secretAccessKey } = keys
  const key = ['--access-key', accessKeyId, '--secret-key', secretAccessKey]
  for (let attempt = 1; ; attempt += 1) {
    try {
      run('radosgw-admin', ['user', 'create', '--uid=test', '--display-name=test', ...key])
      return
    } catch (error) {
      // The pools of a new store may not exist yet.
      if (attempt === 5) throw error
      await wait(500)
    }
  }
}

/**
 * The store must not report to the monitor at its start: it sometimes does so before it knows its cluster, and then exits.
 * @param {{ home: string, fsid: string, monitorPort: number, port: number }} facts
 */
const configuration = ({ home, fsid, monitorPort, port }) => `[global]
fsid = ${fsid}
mon host = [v1:127.0.0.1:${monitorPort}]
auth cluster required = none
auth service required = none
auth client required = none
auth allow insecure global id reclaim = true
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
mon allow pool size one = true
public addr = 127.0.0.1
ms bind msgr2 = false
run dir = ${home}/run
admin socket = ${home}/run/$name.asok
log file = ${home}/log/$name.log
chdir = ""
[mon.0]
mon data = ${home}/mon
mon addr = 127.0.0.1:${monitorPort}
[osd.0]
osd data = ${home}/osd
osd objectstore = bluestore
bluestore block size = 2147483648
bluestore block create = true
osd class update on start = false
osd crush update on start = false
osd class load list = *
osd class default list = *
[client.rgw]
rgw data = ${home}/rgw
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw thread pool size = 32
rgw num rados handles = 1
`
