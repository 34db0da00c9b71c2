import type { Job } from '@video-forge/contract/jobs'
import { useEffect, useRef, useState } from 'react'
import { statusLabels } from '../status-labels.ts'

/** Several jobs may change at once and soon after each other; a listener hears of them together, this far apart. */
const quietMilliseconds = 5000

/** Tells those who listen instead of look when a job changes its status, and nothing about every percent. */
export function StatusAnnouncer({ jobs }: { jobs: readonly Job[] }) {
  const [news, setNews] = useState('')
  const told = useRef(new Map<string, string>())
  const untold = useRef(new Map<string, string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    for (const { id, title, status } of jobs) {
      const before = told.current.get(id)
      if (before !== undefined && before !== status) untold.current.set(id, `${title}: ${statusLabels[status].name}`)
      told.current.set(id, status)
    }
    const tell = () => {
      timer.current = undefined
      if (untold.current.size === 0) return
      setNews(`${[...untold.current.values()].join('. ')}.`)
      untold.current.clear()
      timer.current = setTimeout(tell, quietMilliseconds)
    }
    if (timer.current === undefined) tell()
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
      {news}
    </p>
  )
}
