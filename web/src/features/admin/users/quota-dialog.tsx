import { type FormEvent, useState } from 'react'
import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ActionResult } from '../action-result.tsx'
import { useAction } from '../use-action.ts'
import type { UserDialogProps } from './user-action-dialogs.tsx'

const megabyte = 1024 ** 2

/** A limit as typed: null for an empty field, which means no limit; undefined for what is not a number. */
function limitOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const value = Number(text)
  return Number.isFinite(value) && value >= 0 ? value : undefined
}

export function QuotaDialog({ user, returnFocusTo, onClose, onDone }: UserDialogProps) {
  const [size, setSize] = useState(user?.quotaBytes == null ? '' : String(Math.round((user.quotaBytes / megabyte) * 100) / 100))
  const [jobs, setJobs] = useState(user?.quotaJobs == null ? '' : String(user.quotaJobs))
  const megabytes = limitOf(size)
  const jobCount = limitOf(jobs)
  const isJobCountWrong = jobCount === undefined || (jobCount !== null && !Number.isInteger(jobCount))
  const save = useAction(async () => {
    if (!user || megabytes === undefined || jobCount === undefined) return
    const quotaBytes = megabytes === null ? null : Math.round(megabytes * megabyte)
    await call('PUT /admin/users/{id}/quota', { params: { id: user.id }, body: { quotaBytes, quotaJobs: jobCount } })
    onDone(`The quota of ${user.username} was saved.`)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (megabytes !== undefined && !isJobCountWrong) save.mutate(undefined)
  }
  return (
    <Dialog
      open={user !== undefined}
      onOpenChange={onClose}
      returnFocusTo={returnFocusTo}
      title={`Quota of ${user?.username ?? ''}`}
      description={
        user
          ? `Uses ${formatBytes(user.bytes)} in ${formatCount(user.videos, 'video')}, with ${formatCount(user.activeJobs, 'active job')}.`
          : ''
      }
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField
          label="Storage in MB"
          hint="Leave it empty for no limit."
          error={megabytes === undefined ? 'Enter a number, or leave it empty' : undefined}
          inputMode="decimal"
          value={size}
          onValueChange={setSize}
        />
        <TextField
          label="Jobs at once"
          hint="Leave it empty for no limit."
          error={isJobCountWrong ? 'Enter a whole number, or leave it empty' : undefined}
          inputMode="numeric"
          value={jobs}
          onValueChange={setJobs}
        />
        <ActionResult failed="The quota could not be saved" error={save.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" pending={save.isPending}>
            Save quota
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
