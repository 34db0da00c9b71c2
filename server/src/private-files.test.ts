import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../testing/silent-log.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { closeDataFolder, closeFolder, ownerOnly } from './private-files.ts'

const storage = { kind: 'local' } as const
const object = 'storage/objects/videos/one/720p.mp4'

/** As an older version left it: open to all users. */
async function oldFolder(): Promise<string> {
  const dataDir = join(await temporaryFolder(), 'data')
  for (const file of [
    object,
    'storage/incoming/half',
    'storage/resumable/two',
    'mail/three.eml',
    'auth-secret',
    'postgres.log',
    'samples/stock/s.mp4',
  ]) {
    mkdirSync(dirname(join(dataDir, file)), { recursive: true })
    writeFileSync(join(dataDir, file), '')
    for (let path = join(dataDir, file); path.startsWith(dataDir); path = dirname(path))
      chmodSync(path, lstatSync(path).isFile() ? 0o666 : 0o777)
  }
  return dataDir
}

/** Every path below the folder with its mode, as text. */
function modes(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return Object.fromEntries(['', ...paths].map((path) => [path, (lstatSync(join(folder, path)).mode & 0o777).toString(8)]))
}

test('closes what an older version left open to other users', async () => {
  const dataDir = await oldFolder()
  closeDataFolder({ dataDir, storage, accelPrefix: undefined }, silentLog)
  expect(Object.entries(modes(dataDir)).filter(([, mode]) => !/^[67]00$/.test(mode))).toEqual([])
})

test('with X_ACCEL_PREFIX the group may read the files that nginx sends and nothing else; without it no longer', async () => {
  const dataDir = await oldFolder()
  closeDataFolder({ dataDir, storage, accelPrefix: '/stored' }, silentLog)
  const open = Object.entries(modes(dataDir)).filter(([, mode]) => !/^[67]00$/.test(mode))
  expect(Object.fromEntries(open)).toEqual({
    '': '710',
    storage: '710',
    'storage/objects': '750',
    'storage/objects/videos': '750',
    'storage/objects/videos/one': '750',
    [object]: '640',
  })
  closeDataFolder({ dataDir, storage, accelPrefix: undefined }, silentLog)
  expect(Object.entries(modes(dataDir)).filter(([, mode]) => !/^[67]00$/.test(mode))).toEqual([])
})

test('a new data folder has its folders, and with S3 none for files', async () => {
  const dataDir = join(await temporaryFolder(), 'data')
  const s3 = {
    kind: 's3',
    bucket: 'b',
    endpoint: undefined,
    publicEndpoint: undefined,
    region: 'r',
    accessKeyId: 'a',
    secretAccessKey: 's',
    forcePathStyle: true,
  } as const
  closeDataFolder({ dataDir, storage: s3, accelPrefix: undefined }, silentLog)
  expect(modes(dataDir)).toEqual({ '': '700', samples: '700', scratch: '700' })
})

test('a link inside a folder is not followed', async () => {
  const folder = await temporaryFolder()
  const outside = join(await temporaryFolder(), 'outside')
  writeFileSync(outside, '')
  chmodSync(outside, 0o644)
  symlinkSync(outside, join(folder, 'link'))
  chmodSync(folder, 0o755)
  closeFolder(folder, ownerOnly)
  expect(existsSync(join(folder, 'link'))).toBe(true)
  expect(lstatSync(outside).mode & 0o777).toBe(0o644)
})
