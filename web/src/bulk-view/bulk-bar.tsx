import { countVideos } from '@video-forge/contract/text/bulk-words'
import { ChevronDown, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Menu } from '../ui/overlays/menu.tsx'
import { type BulkChoice, bulkChoices } from './bulk-choices.ts'
import type { BulkSelection } from './use-bulk-selection.ts'

interface BulkBarProps {
  selection: BulkSelection
  shownCount: number
  /** On all pages. */
  total: number
  /** There are more than are counted. */
  totalIsLeast?: boolean
  isAdmin?: boolean
  /** A list for one purpose offers nothing else. */
  only?: BulkChoice
  /** On a phone: the button that unfolds the check boxes, and whether they are folded. */
  fold?: { button: ReactNode; className: string }
  onSelectShown: (isOn: boolean) => void
  onSelectEverything: () => void
  onClear: () => void
  /** Called with the button that gets the focus back. */
  onChoose: (choice: BulkChoice, button: HTMLElement | null) => void
}

/** Stays in view while something is selected. What is selected is announced. */
export function BulkBar({ selection, shownCount, total, totalIsLeast = false, fold, onSelectShown, ...bar }: BulkBarProps) {
  const { count, ids, isEverything } = selection
  const selected =
    count === 0 ? '' : `${isEverything ? 'All ' : ''}${isEverything && totalIsLeast ? 'matching videos' : countVideos(count)} selected`
  return (
    <div
      className={classNames(
        'flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-1.5 md:rounded-t-surface md:border-line md:border-b md:px-4',
        count > 0 && 'sticky top-14 z-20 bg-surface max-md:-mx-4 max-md:border-line max-md:border-b max-md:px-4',
      )}
    >
      <div className={fold?.className}>
        <Checkbox
          label={<span className="text-13">Select all on this page</span>}
          checked={count > 0 && ids.length === shownCount}
          disabled={shownCount === 0}
          onCheckedChange={onSelectShown}
        />
      </div>
      <span role="status" className={classNames('text-13 text-muted tabular-nums', fold ? 'md:ml-auto' : 'ml-auto')}>
        {selected || countVideos(total)}
      </span>
      {fold?.button}
      {count > 0 && <BulkActions selection={selection} total={total} totalIsLeast={totalIsLeast} {...bar} />}
    </div>
  )
}

const BulkActions = ({
  selection: { isEverything, count },
  total,
  totalIsLeast,
  isAdmin = false,
  only,
  onSelectEverything,
  onClear,
  onChoose,
}: Omit<BulkBarProps, 'shownCount' | 'onSelectShown' | 'fold'>) => (
  <div className="flex flex-wrap items-center gap-2 max-md:w-full">
    {!isEverything && total > count && (
      <Button size="small" kind="quiet" className="max-md:basis-full max-md:justify-start max-md:px-0" onClick={onSelectEverything}>
        {totalIsLeast ? 'Select all that match' : `Select all ${total.toLocaleString('en')} that match`}
      </Button>
    )}
    {!only && (
      <Menu
        trigger={
          <Button size="small">
            Change
            <ChevronDown aria-hidden="true" className="size-4" />
          </Button>
        }
        items={bulkChoices
          .filter(({ isForAdmins }) => isAdmin || !isForAdmins)
          .map((choice) => ({ name: choice.name, icon: choice.icon, onSelect: (button) => onChoose(choice, button) }))}
      />
    )}
    <Button size="small" onClick={(event) => onChoose(only ?? deleteChoice, event.currentTarget)}>
      <Trash2 aria-hidden="true" className="size-4" />
      {only?.name ?? 'Delete selected'}
    </Button>
    <Button size="small-icon" kind="quiet" aria-label="Clear selection" onClick={onClear}>
      <X aria-hidden="true" className="size-4" />
    </Button>
  </div>
)

const deleteChoice: BulkChoice = { name: 'Delete', icon: Trash2, action: 'delete' }
