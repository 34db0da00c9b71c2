import type { Statistics } from '@video-forge/contract/plays'
import { formatCount } from '../format/count.ts'
import { Figure } from '../ui/figure.tsx'
import { formatNumber, formatPercent, formatStalls, formatStartup, formatWatchTime } from './statistics-format.ts'

export const StatisticsFigures = ({ found }: { found: Statistics }) => (
  <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
    <Figure name="Views" value={formatNumber(found.views)} detail={`of ${formatCount(found.plays, 'play')}`} />
    <Figure name="Watch time" value={formatWatchTime(found.watchSeconds)} detail="all viewers together" />
    <Figure
      name="Average watched"
      value={found.averageShare === null ? '–' : formatPercent(found.averageShare)}
      detail="of the video, for each play"
    />
    <Figure name="Watching now" value={formatNumber(found.viewersNow)} detail={found.viewersNow === 1 ? 'viewer' : 'viewers'} />
    <Figure name="Start-up time" value={found.startup === null ? '–' : formatStartup(found.startup)} detail="half of plays start faster" />
    <Figure name="Stalls" value={formatStalls(found)} detail="interruptions for each play" />
  </dl>
)
