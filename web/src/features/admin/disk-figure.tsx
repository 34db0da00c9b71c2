import { formatBytes } from '../../format/bytes.ts'
import { Figure } from '../../ui/figure.tsx'

export const DiskFigure = ({ disk }: { disk: { free: number; total: number } | null }) => (
  <Figure name="Disk left" value={disk ? formatBytes(disk.free) : '–'} detail={disk ? `of ${formatBytes(disk.total)}` : 'not known'} />
)
