import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openTestDatabase } from '../../testing/services/test-database.ts'
import { openLocalStorage } from '../platform/storage/local-storage.ts'
import { archiveSuite } from './archive.suite.ts'

const folder = await mkdtemp(join(tmpdir(), 'vf-archive-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

archiveSuite('local storage', openTestDatabase, () => openLocalStorage({ folder, linkBase: 'http://localhost/storage', secret: 'secret' }))
