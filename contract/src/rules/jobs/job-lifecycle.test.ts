import { expect, test } from 'vitest'
import { canBecome, canBeDeleted, isActive, type JobStatus, jobStatuses, showsProgress } from './job-lifecycle.ts'

/** The whole life as a table: what each state may become, and what it means for the screen and for deletion. */
const life: Record<JobStatus, { next: JobStatus[]; active: boolean; progress: boolean; deletable: boolean }> = {
  PENDING: { next: ['DOWNLOADING', 'FAILED', 'CANCELLED'], active: true, progress: false, deletable: true },
  DOWNLOADING: { next: ['PENDING', 'DOWNLOADING', 'PROCESSING', 'FAILED', 'CANCELLED'], active: true, progress: true, deletable: false },
  PROCESSING: { next: ['PENDING', 'DOWNLOADING', 'UPLOADING', 'FAILED', 'CANCELLED'], active: true, progress: true, deletable: false },
  UPLOADING: { next: ['PENDING', 'DOWNLOADING', 'COMPLETED', 'FAILED', 'CANCELLED'], active: true, progress: true, deletable: false },
  COMPLETED: { next: [], active: false, progress: false, deletable: true },
  FAILED: { next: ['PENDING'], active: false, progress: false, deletable: true },
  CANCELLED: { next: ['PENDING'], active: false, progress: false, deletable: true },
}

test('the table names every status once, in the order of a job that goes well', () => {
  expect(Object.keys(life)).toEqual([...jobStatuses])
})

test.each(jobStatuses)('%s becomes just what the table says', (from) => {
  expect(jobStatuses.filter((to) => canBecome(from, to))).toEqual(life[from].next)
})

test.each(jobStatuses)('%s is active, shows progress and may be deleted as the table says', (status) => {
  const { active, progress, deletable } = life[status]
  expect({ active: isActive(status), progress: showsProgress(status), deletable: canBeDeleted(status) }).toEqual({
    active,
    progress,
    deletable,
  })
})

test('a job that goes well walks through every working state to COMPLETED and stays there', () => {
  const walk: JobStatus[] = ['PENDING', 'DOWNLOADING', 'PROCESSING', 'UPLOADING', 'COMPLETED']
  for (const [index, from] of walk.entries()) {
    const to = walk[index + 1]
    if (to) expect(canBecome(from, to), `${from} to ${to}`).toBe(true)
  }
  expect(jobStatuses.some((to) => canBecome('COMPLETED', to))).toBe(false)
})

test('whatever is active can fail or be cancelled, and whatever ended badly can be tried again', () => {
  for (const status of jobStatuses.filter(isActive)) {
    expect([canBecome(status, 'FAILED'), canBecome(status, 'CANCELLED')], status).toEqual([true, true])
  }
  expect([canBecome('FAILED', 'PENDING'), canBecome('CANCELLED', 'PENDING')]).toEqual([true, true])
})
