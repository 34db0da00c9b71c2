import { MoreHorizontal } from 'lucide-react'
import type { ComponentProps } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'

/** The menu at the end of a table row. `name` is what the row is about. */
export const RowMenu = ({ name, items }: { name: string; items: ComponentProps<typeof Menu>['items'] }) => (
  <Menu
    trigger={
      <button type="button" aria-label={`Actions for ${name}`} className={buttonClass('quiet', 'icon')}>
        <MoreHorizontal aria-hidden="true" className="size-4" />
      </button>
    }
    items={items}
  />
)
