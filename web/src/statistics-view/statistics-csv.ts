import type { Statistics } from '@video-forge/contract/plays'
import { toCsv } from '@video-forge/contract/text/csv'
import { periodNames } from './period-names.ts'
import { deviceNames, hostName } from './statistics-format.ts'

const round = (value: number, digits: number): number => Number(value.toFixed(digits))

/** All figures that the page shows as one table of four columns, which every spreadsheet reads. */
export const statisticsCsv = (found: Statistics): string =>
  toCsv([
    ['group', 'name', 'value', 'unit'],
    ['summary', 'period', periodNames[found.period], ''],
    ['summary', 'views', found.views, 'views'],
    ['summary', 'plays', found.plays, 'plays'],
    ['summary', 'watch time', round(found.watchSeconds, 1), 'seconds'],
    ['summary', 'average share watched', found.averageShare === null ? null : round(found.averageShare, 4), 'share'],
    ['summary', 'median start-up time', found.startup === null ? null : round(found.startup, 3), 'seconds'],
    ['summary', 'stalls', found.stalls, 'stalls'],
    ...found.byDay.flatMap(({ day, views, plays, watchSeconds }) => [
      [`views by ${found.step}`, day, views, 'views'],
      [`plays by ${found.step}`, day, plays, 'plays'],
      [`watch time by ${found.step}`, day, round(watchSeconds, 1), 'seconds'],
    ]),
    ...(found.retention ?? []).map((share, part) => ['retention', `${part} % of the video`, round(share, 4), 'share']),
    ...found.referrers.map(({ host, views }) => ['referrers', hostName(host), views, 'views']),
    ...found.devices.map(({ device, views }) => ['devices', deviceNames[device], views, 'views']),
    ...found.videos.map(({ title, views }) => ['videos', title, views, 'views']),
  ])
