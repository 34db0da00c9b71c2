import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'

/** What people come for in words, the rest as icons. On a phone the words fill their line. */
export const RowActions = ({ children, icons }: { children: ReactNode; icons: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
    <div className="flex flex-wrap items-center gap-1.5 max-md:flex-1 max-md:flex-nowrap max-md:*:flex-1">{children}</div>
    <div className="flex items-center max-md:ml-auto">{icons}</div>
  </div>
)

export const DeleteButton = ({ titleId, onDelete }: { titleId: string; onDelete: () => void }) => (
  <Tooltip text="Delete">
    <Button kind="quiet" size="small-icon" aria-label="Delete" aria-describedby={titleId} onClick={onDelete}>
      <Trash2 aria-hidden="true" className="size-4" />
    </Button>
  </Tooltip>
)
