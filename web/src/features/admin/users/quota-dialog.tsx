import type { AdminUser } from '@video-forge/contract/admin/admin-users'
import { type FormEvent, type RefObject, useState } from 'react'
import { formatBytes } from '../../../format/bytes.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ActionResult } from '../action-result.tsx'
import { useAction } from '../use-action.ts'

const megabyte = 1024 ** 2

interface QuotaDialogProps {
  user: AdminUser | undefined
  returnFocusTo: RefObject<HTMLElement | null>
  onClose: () => void
  onDone: (said: string) => void
}

/** What a person typed: nothing is no limit, undefined is not a number. */
function limitOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const value = Number(text)
  return Number.isFinite(value) && value >= 0 ? value : undefined
}

export function QuotaDialog({ user, returnFocusTo, onClose, onDone }: QuotaDialogProps) {
  const [size, setSize] = useState(user?.quotaBytes == null ? '' : String(Math.round((user.quotaBytes / megabyte) * 100) / 100))
  const [jobs, setJobs] = useState(user?.quotaJobs == null ? '' : String(user.quotaJobs))
  const megabytes = limitOf(size)
  const count = limitOf(jobs)
  const jobsAreWrong = count === undefined || (count !== null && !Number.isInteger(count))
  const save = useAction(async () => {
    if (!user || megabytes === undefined || count === undefined) return
    const quotaBytes = megabytes === null ? null : Math.round(megabytes * megabyte)
    await call('PUT /admin/users/{id}/quota', { params: { id: user.id }, body: { quotaBytes, quotaJobs: count } })
    onDone(`The quota of ${user.username} is set.`)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (megabytes !== undefined && !jobsAreWrong) save.mutate(undefined)
  }
  return (
    <Dialog
      open={user !== undefined}
      onOpenChange={onClose}
      returnFocusTo={returnFocusTo}
      title={`Quota of ${user?.username ?? ''}`}
      description={user ? `Keeps ${formatBytes(user.bytes)} in ${user.videos} videos; ${user.activeJobs} jobs are active.` : ''}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field
          label="Storage in MB"
          hint="Empty is no limit."
          error={megabytes === undefined ? 'A number of megabytes, or nothing' : undefined}
        >
          {(control) => <TextInput {...control} inputMode="decimal" value={size} onChange={(event) => setSize(event.target.value)} />}
        </Field>
        <Field label="Jobs at once" hint="Empty is no limit." error={jobsAreWrong ? 'A whole number, or nothing' : undefined}>
          {(control) => <TextInput {...control} inputMode="numeric" value={jobs} onChange={(event) => setJobs(event.target.value)} />}
        </Field>
        <ActionResult failed="The quota could not be set" error={save.error} />
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
