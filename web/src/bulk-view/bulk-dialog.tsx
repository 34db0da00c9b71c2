import { useMutation } from '@tanstack/react-query'
import type { Request } from '@video-forge/contract/endpoints'
import type { BulkAction } from '@video-forge/contract/rules/bulk-rules'
import type { Task } from '@video-forge/contract/tasks'
import { type RefObject, useState } from 'react'
import { call } from '../session/call.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { AlertDialog } from '../ui/overlays/alert-dialog.tsx'
import { type BulkChoice, changeOf, consequences, emptyFields, titleOf } from './bulk-choices.ts'
import { BulkFields } from './bulk-fields.tsx'

type Body = Request<'POST /videos/bulk'>['body']
/** The videos, as the call names them. */
export type BulkTarget = Pick<Body, 'ids' | 'filter' | 'task'>

interface BulkDialogProps {
  choice: BulkChoice
  target: BulkTarget
  count: number
  open: boolean
  returnFocusTo: RefObject<HTMLElement | null>
  onOpenChange: (open: boolean) => void
  onStarted: (task: Task) => void
}

const deletes: ReadonlySet<BulkAction> = new Set(['delete', 'erase', 'drop-quality'])

/** Asks before many videos are changed, and for what the change needs. */
export function BulkDialog({ choice, target, count, open, returnFocusTo, onOpenChange, onStarted }: BulkDialogProps) {
  const [fields, setFields] = useState(emptyFields)
  const change = changeOf(choice, fields)
  const start = useMutation({
    mutationFn: async (body: Body) => (await call('POST /videos/bulk', { body })).task,
    onSuccess: (task) => {
      onStarted(task)
      onOpenChange(false)
    },
  })
  return (
    <AlertDialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen && !start.isPending) onOpenChange(false)
      }}
      title={`${titleOf(choice, change, count)}?`}
      description={`${consequences[choice.action]}${target.filter?.everyone ? ' These are videos of everybody, not only yours.' : ''}`}
      confirm={choice.name}
      destructive={deletes.has(choice.action)}
      blocked={change === undefined}
      pending={start.isPending}
      returnFocusTo={returnFocusTo}
      onConfirm={() => change && start.mutate({ ...target, change })}
    >
      {choice.note && <p>{choice.note}</p>}
      <BulkFields choice={choice} fields={fields} onChange={setFields} />
      {start.error && <Notice tone="bad">{start.error.message}</Notice>}
    </AlertDialog>
  )
}
