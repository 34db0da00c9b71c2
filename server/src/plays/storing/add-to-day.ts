import { sql } from 'kysely'

/** The end of an insert into play_days: counts are added to a row that is there already. */
export const addToDay = sql`on conflict (subject, day, is_month) do update set
  views = play_days.views + excluded.views,
  plays = play_days.plays + excluded.plays,
  watch_seconds = play_days.watch_seconds + excluded.watch_seconds,
  shares = play_days.shares + excluded.shares,
  stalls = play_days.stalls + excluded.stalls,
  startup = add_counters(play_days.startup, excluded.startup),
  devices = add_counters(play_days.devices, excluded.devices),
  reached = add_counters(play_days.reached, excluded.reached)`
