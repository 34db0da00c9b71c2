import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useDocumentTitle } from './document-title.ts'

interface PageHeadingProps {
  title: string
  subtitle?: string
  actions?: ReactNode
}

/** The heading of a page. It sets the document title and takes the focus after a navigation, where screen readers continue. */
export function PageHeading({ title, subtitle, actions }: PageHeadingProps) {
  useDocumentTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new page, a new query is not
  useEffect(() => {
    // The first page of a visit has the key 'default'; there the browser decides about the focus.
    if (key !== 'default') heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="flex flex-col gap-1">
        <h1 ref={heading} tabIndex={-1} className="font-semibold text-24 tracking-tight">
          {title}
        </h1>
        {subtitle && <p className="text-muted">{subtitle}</p>}
      </div>
      {actions}
    </div>
  )
}
