import { afterAll } from 'vitest'
import { dropDatabases } from './test-database.ts'

// Registered before the hooks of the file, so it runs after them.
afterAll(dropDatabases)
