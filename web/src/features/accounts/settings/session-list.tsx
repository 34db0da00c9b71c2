import type { Session } from '@video-forge/contract/accounts/account-settings'
import { Laptop, type LucideIcon, Smartphone, SquareTerminal } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatCount } from '../../../format/count.ts'
import { whenUsed } from '../../../format/when-used.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { endOtherSessions, endSession } from '../account-calls.ts'
import { useSubmission } from '../use-submission.ts'
import { useSessions, useStoreSessions } from './account-queries.ts'
import { LoadedSetting } from './loaded-setting.tsx'

export function SessionList() {
  const sessions = useSessions()
  const store = useStoreSessions()
  const [isAsking, setAsking] = useState(false)
  // Takes the focus when a button disappears with its session.
  const list = useRef<HTMLUListElement>(null)
  const ending = useSubmission([], 'Signing out failed. Please try again.')

  const endOne = ({ id, device }: Session) =>
    ending.run(async () => {
      store(await endSession(id))
      list.current?.focus()
      showToast('good', `${device} was signed out.`)
    })
  const endOthers = () =>
    ending.run(async () => {
      store(await endOtherSessions())
      setAsking(false)
      showToast('good', 'You are signed out everywhere else.')
    })

  return (
    <LoadedSetting query={sessions} skeleton="h-24">
      {({ sessions: listed, total }) => (
        <>
          <ul ref={list} tabIndex={-1} aria-label="Your sessions" className="flex flex-col divide-y divide-line">
            {listed.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => void endOne(session)} />
            ))}
          </ul>
          {total > listed.length && <p className="text-13 text-muted">And {formatCount(total - listed.length, 'older session')}.</p>}
          {ending.failure && !isAsking && <Notice tone="bad">{ending.failure}</Notice>}
          {total > 1 ? (
            <div className="flex justify-end">
              <Button onClick={() => setAsking(true)}>Sign out everywhere</Button>
            </div>
          ) : (
            <p className="text-13 text-muted">You are signed in nowhere else. Other devices appear here when you sign in on them.</p>
          )}
          <AlertDialog
            open={isAsking}
            onOpenChange={setAsking}
            returnFocusTo={list}
            title="Sign out everywhere else?"
            description={`${formatCount(total - 1, 'other session')} ${total === 2 ? 'ends' : 'end'} at once. You stay signed in here.`}
            confirm="Sign out everywhere"
            pending={ending.pending}
            onConfirm={() => void endOthers()}
          >
            {ending.failure && <Notice tone="bad">{ending.failure}</Notice>}
          </AlertDialog>
        </>
      )}
    </LoadedSetting>
  )
}

const iconFor = (device: string): LucideIcon =>
  /iPhone|iPad|Android/.test(device) ? Smartphone : / on /.test(device) ? Laptop : SquareTerminal

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { device, current, createdAt, lastUsedAt } = session
  const Icon = iconFor(device)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 basis-40 flex-col">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {current && <Badge tone="good">This device</Badge>}
        </span>
        <span className="text-13 text-muted">
          Last used <time dateTime={lastUsedAt}>{whenUsed(lastUsedAt)}</time>, signed in{' '}
          <time dateTime={createdAt}>{whenUsed(createdAt)}</time>
        </span>
      </div>
      {!current && (
        <Button size="small" aria-label={`Sign out ${device}, last used ${whenUsed(lastUsedAt)}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  )
}
