import type { Job } from '@video-forge/contract/jobs'
import { useEffect, useRef, useState } from 'react'
import { statusLabels } from '../status-labels.ts'

/** Changes within this time are announced together. */
const intervalMs = 5000

/** Announces changes of status to screen readers, but not every percent. */
export function StatusAnnouncer({ jobs }: { jobs: readonly Job[] }) {
  const [announcement, setAnnouncement] = useState('')
  const lastStatuses = useRef(new Map<string, string>())
  const pending = useRef(new Map<string, string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    for (const { id, title, status } of jobs) {
      const before = lastStatuses.current.get(id)
      if (before !== undefined && before !== status) pending.current.set(id, `${title}: ${statusLabels[status].name}`)
      lastStatuses.current.set(id, status)
    }
    const announce = () => {
      timer.current = undefined
      if (pending.current.size === 0) return
      setAnnouncement(`${[...pending.current.values()].join('. ')}.`)
      pending.current.clear()
      timer.current = setTimeout(announce, intervalMs)
    }
    if (timer.current === undefined) announce()
  }, [jobs])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )

  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}
