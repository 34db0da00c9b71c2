import { StatisticsView } from '../../../statistics-view/statistics-view.tsx'
import { Panel } from '../../../ui/panel.tsx'

const scope = { kind: 'site' } as const

/** What viewers do on the whole site. */
export const ViewersPanel = () => (
  <Panel title="Viewers" hint="All videos of the site together. Who watched what is not stored.">
    <StatisticsView scope={scope} fileName="site-statistics" />
  </Panel>
)
