import type { ColumnType } from 'kysely'

export type Moment = ColumnType<Date, Date, Date>
export type MadeAt = ColumnType<Date, Date | undefined, never>
