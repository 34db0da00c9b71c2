import type { Task } from '@video-forge/contract/tasks'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { onDemand } from '../ui/overlays/on-demand.tsx'
import type { BulkChoice } from './bulk-choices.ts'
import type { BulkTarget } from './bulk-dialog.tsx'
import { BulkNote } from './bulk-note.tsx'

const Dialog = onDemand(async () => (await import('./bulk-dialog.tsx')).BulkDialog)

interface Asked {
  choice: BulkChoice
  target: BulkTarget
  count: number
  isOpen: boolean
}

export interface BulkTasks {
  /** Opens the dialog. The focus returns to the button. */
  ask: (asked: Omit<Asked, 'isOpen'>, button: HTMLElement | null) => void
  follow: (task: Task, canUndo: boolean) => void
  /** How far the changes are that were started here. */
  notes: ReactNode
  dialog: ReactNode
}

interface BulkTasksOptions {
  /** Called when a change has begun, so that the list can clear its selection. */
  onStarted: () => void
  /** Called when a change has ended, so that the list can be read again. */
  onEnded: () => void
  /** Gets the focus when the button is gone with the selection. */
  fallbackFocus: RefObject<HTMLElement | null>
}

export function useBulkTasks({ onStarted, onEnded, fallbackFocus }: BulkTasksOptions): BulkTasks {
  const [asked, setAsked] = useState<Asked>()
  const [followed, setFollowed] = useState<readonly { task: Task; canUndo: boolean }[]>([])
  const returnFocus = useRef<HTMLElement>(null)
  const follow = (task: Task, canUndo: boolean) => setFollowed((before) => [...before.slice(-2), { task, canUndo }])
  return {
    ask: (question, button) => {
      returnFocus.current = button
      setAsked({ ...question, isOpen: true })
    },
    follow,
    notes: followed.length > 0 && (
      <div className="flex flex-col gap-2">
        {followed.map(({ task, canUndo }) => (
          <BulkNote
            key={task.id}
            task={task}
            canUndo={canUndo}
            onEnded={onEnded}
            onStarted={(undo) => follow(undo, false)}
            onDismiss={() => setFollowed((before) => before.filter((each) => each.task.id !== task.id))}
          />
        ))}
      </div>
    ),
    dialog: asked && (
      <Dialog
        key={asked.choice.name}
        choice={asked.choice}
        target={asked.target}
        count={asked.count}
        open={asked.isOpen}
        returnFocusTo={returnFocus}
        onOpenChange={(isOpen) => setAsked({ ...asked, isOpen })}
        onStarted={(task) => {
          follow(task, asked.choice.action === 'delete')
          returnFocus.current = fallbackFocus.current
          onStarted()
        }}
      />
    ),
  }
}
