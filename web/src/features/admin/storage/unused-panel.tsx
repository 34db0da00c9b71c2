import { useQueryClient } from '@tanstack/react-query'
import type { UnusedQuality } from '@video-forge/contract/admin/admin-storage'
import { unusedRules } from '@video-forge/contract/rules/unused-rules'
import { sentences } from '@video-forge/contract/sentences'
import { Trash2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { BulkBar } from '../../../bulk-view/bulk-bar.tsx'
import type { BulkChoice } from '../../../bulk-view/bulk-choices.ts'
import { type BulkSelection, useBulkSelection } from '../../../bulk-view/use-bulk-selection.ts'
import { type BulkTasks, useBulkTasks } from '../../../bulk-view/use-bulk-tasks.tsx'
import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { formatLongDate } from '../../../format/dates.ts'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { adminKeys, useUnusedQualities } from '../admin-queries.ts'
import { EmptyNote } from '../empty-note.tsx'
import { OptionSelect } from '../option-select.tsx'
import { Pager } from '../pager.tsx'
import { useCursorPages } from '../use-cursor-pages.ts'
import { UnusedTable } from './unused-table.tsx'

const choices = unusedRules.dayChoices.map((days) => [String(days), `For ${days} days`] as const)
const dayMs = 86_400_000
const largest = `${unusedRules.maxSeen.toLocaleString('en')} largest`

/** Qualities that take storage and that nobody plays. Nothing is dropped unless an admin chooses it. */
export function UnusedPanel() {
  const [days, setDays] = useState<number>(unusedRules.minDays)
  // The selection goes with its list, which begins anew.
  const [round, setRound] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: adminKeys.all }), [client])
  const bulk = useBulkTasks({ fallbackFocus: list, onStarted: () => setRound(round + 1), onEnded: refresh })
  return (
    <Panel
      title="Qualities nobody plays"
      hint="A tallest quality of 1080p or 4K that nobody played in H.264, or that is left only in AV1 and was not played in it. It can be dropped; a smaller one always stays, and so does a version in AV1 that was played."
      actions={<OptionSelect label="Not played" options={choices} value={String(days)} onChange={(value) => setDays(Number(value))} />}
    >
      {bulk.notes}
      <div ref={list} tabIndex={-1}>
        <UnusedList key={`${days} ${round}`} days={days} bulk={bulk} />
      </div>
      {bulk.dialog}
    </Panel>
  )
}

function UnusedList({ days, bulk }: { days: number; bulk: BulkTasks }) {
  const { page, cursor, goTo } = useCursorPages()
  const unused = useUnusedQualities({ days, limit: 20, cursor })
  const items = unused.data?.items ?? []
  const shown = items.map((item) => ({ ...item, id: item.videoId }))
  const { selection, ...selecting } = useBulkSelection(shown, unused.data?.total ?? 0)
  const target = selection.isEverything ? { filter: { everyone: true } } : { ids: [...selection.ids] }
  return (
    <QueryView query={unused} failed={sentences.adminFailed} skeleton="h-32">
      {({ total, bytes, isPartial, countedSince, nextCursor }) =>
        items.length === 0 ? (
          <EmptyNote>{whyEmpty(days, countedSince, isPartial)}</EmptyNote>
        ) : (
          <div className="flex min-w-0 flex-col gap-3">
            <BulkBar
              selection={selection}
              shownCount={items.length}
              total={total}
              only={choiceFor(days, selection, items, bytes)}
              onSelectShown={selecting.selectShown}
              onSelectEverything={selecting.selectEverything}
              onClear={selecting.clear}
              onChoose={(choice, button) => bulk.ask({ choice, target, count: selection.count }, button)}
            />
            <UnusedTable items={items} isSelected={selecting.isSelected} onSelect={selecting.select} />
            <Pager
              label="qualities nobody plays"
              page={page}
              total={`${formatCount(total, 'quality', 'qualities')}${isPartial ? ` among the ${largest}` : ''}, ${formatBytes(bytes)} in all`}
              hasNext={nextCursor !== null}
              onPage={(to) => goTo(to, nextCursor)}
            />
          </div>
        )
      }
    </QueryView>
  )
}

function choiceFor(
  unusedDays: number,
  { isEverything, ids }: BulkSelection,
  items: readonly UnusedQuality[],
  allBytes: number,
): BulkChoice {
  const selected = items.filter(({ videoId }) => ids.includes(videoId))
  const bytes = isEverything ? allBytes : selected.reduce((sum, item) => sum + item.bytes, 0)
  const lost = selected.filter(({ canBeMade }) => !canBeMade).length
  const again = isEverything ? 'Those with an original of this size can be made again.' : canBeMadeAgain(selected.length, lost)
  return { name: 'Drop quality', icon: Trash2, action: 'drop-quality', unusedDays, note: `This frees ${formatBytes(bytes)}. ${again}` }
}

function canBeMadeAgain(count: number, lost: number): string {
  if (lost === 0) return "'Make missing qualities' in the list of jobs can make it again from the original."
  const which = lost < count ? `${lost} of them` : count === 1 ? 'It' : 'They'
  return `${which} cannot be made again: there is no original of this size.`
}

function whyEmpty(days: number, countedSince: string | null, isPartial: boolean): string {
  if (countedSince === null) return 'No play was counted yet. Without plays nobody can say which qualities are unused.'
  const beginsAt = Date.parse(countedSince) + days * dayMs
  if (beginsAt <= Date.now())
    return `Nothing to drop. Each ${isPartial ? `of the ${largest}` : '1080p and 4K'} is newer than that, was played, or is the only quality of its video.`
  return `Plays of each quality are counted since ${formatLongDate(countedSince)}. This list begins on ${formatLongDate(new Date(beginsAt).toISOString())}.`
}
