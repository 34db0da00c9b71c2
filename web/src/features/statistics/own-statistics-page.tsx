import type { Statistics } from '@video-forge/contract/plays'
import { Link } from 'react-router'
import { formatNumber, formatWatchTime } from '../../statistics-view/statistics-format.ts'
import { StatisticsView } from '../../statistics-view/statistics-view.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { titleOf } from '../../videos-view/video-title.ts'

const scope = { kind: 'own' } as const

/** What viewers did with all videos of the signed-in user. */
export const OwnStatisticsPage = () => (
  <>
    <PageHeading title="Statistics" subtitle="All your videos together" />
    <StatisticsView scope={scope} fileName="statistics" emptyAction={<ButtonLink to="/jobs">Open My Videos</ButtonLink>}>
      {({ videos }) => <MostWatched videos={videos} />}
    </StatisticsView>
  </>
)

const MostWatched = ({ videos }: Pick<Statistics, 'videos'>) => (
  <Panel title="Most watched" hint="Your videos with most views in this period.">
    <Table
      caption="Most watched videos"
      columns={[
        {
          name: 'Video',
          cell: (video) => (
            <Link to={`/video/${video.id}/statistics`} className="wrap-anywhere font-medium underline-offset-4 hover:underline">
              {titleOf(video)}
            </Link>
          ),
        },
        { name: 'Views', cell: ({ views }) => formatNumber(views), numeric: true },
        { name: 'Watch time', cell: ({ watchSeconds }) => formatWatchTime(watchSeconds), numeric: true },
      ]}
      rows={videos}
      rowKey={({ id }) => id}
    />
  </Panel>
)
