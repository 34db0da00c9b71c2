import { activeStatuses, type JobStatus, runningStatuses } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { type RawBuilder, sql } from 'kysely'

/** As literals: the planner uses a partial index only for a condition without parameters. */
const listOf = (statuses: readonly JobStatus[]): RawBuilder<unknown> => sql`(${sql.join(statuses.map((status) => sql.lit(status)))})`

/** For `status in ${activeList}`: every job that has not ended. */
export const activeList = listOf(activeStatuses)
/** For `status in ${runningList}`: every job that a worker has. */
export const runningList = listOf(runningStatuses)
