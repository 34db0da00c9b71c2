import { useState } from 'react'
import { formatBytes } from '../../../format/bytes.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { ActionResult } from '../action-result.tsx'
import { useAction } from '../use-action.ts'

export interface CleanupResult {
  isEmpty: boolean
  /** What was found and what will happen to it. */
  found: string
  done: string
  /** Shown when there was nothing to do. */
  nothing: string
  items: readonly { name: string; bytes: number; reason: string }[]
  count: number
}

interface CleanupActionProps {
  name: string
  text: string
  failed: string
  work: (dryRun: boolean) => Promise<CleanupResult>
}

export function CleanupAction({ name, text, failed, work }: CleanupActionProps) {
  const [found, setFound] = useState<CleanupResult>()
  const [message, setMessage] = useState<string>()
  const search = useAction(async () => {
    setMessage(undefined)
    const result = await work(true)
    if (result.isEmpty) setMessage(result.nothing)
    else setFound(result)
  })
  const clean = useAction(async () => {
    const result = await work(false)
    setFound(undefined)
    setMessage(result.done)
  })
  return (
    <div className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-48 flex-1 text-13 text-muted">{text}</p>
        <Button pending={search.isPending} onClick={() => search.mutate(undefined)}>
          {name}
        </Button>
      </div>
      <ActionResult failed={failed} error={search.error} done={message} />
      <AlertDialog
        open={found !== undefined}
        onOpenChange={() => setFound(undefined)}
        title={`${name}?`}
        description={found?.found ?? ''}
        confirm={name}
        destructive
        pending={clean.isPending}
        onConfirm={() => clean.mutate(undefined)}
      >
        {found && <FileList found={found} />}
        <ActionResult failed={failed} error={clean.error} />
      </AlertDialog>
    </div>
  )
}

const FileList = ({ found: { items, count } }: { found: CleanupResult }) => (
  <section
    aria-label="What was found"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    tabIndex={0}
    className="max-h-56 overflow-y-auto rounded-control border border-line"
  >
    <ul className="divide-y divide-line">
      {items.map(({ name, bytes, reason }) => (
        <li key={name} className="flex items-start justify-between gap-3 px-3 py-2 text-12">
          <span className="min-w-0">
            <span className="block break-all">{name}</span>
            <span className="text-muted">{reason}</span>
          </span>
          <span className="shrink-0 text-muted tabular-nums">{formatBytes(bytes)}</span>
        </li>
      ))}
      {count > items.length && <li className="px-3 py-2 text-12 text-muted">and {(count - items.length).toLocaleString('en')} more</li>}
    </ul>
  </section>
)
