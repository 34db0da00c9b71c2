import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDocumentTitle } from '../document-title.ts'

interface MissingPageProps {
  title: string
  text: string
  action?: ReactNode
}

/** A whole page in place of something that does not exist or that the viewer may not see. */
export function MissingPage({ title, text, action }: MissingPageProps) {
  useDocumentTitle(title)
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-6 py-16 text-center">
      <span className="flex size-12 items-center justify-center rounded-full bg-sunken text-muted">
        <FileQuestion aria-hidden="true" className="size-6" />
      </span>
      <div className="flex max-w-md flex-col gap-1">
        <h1 className="font-semibold text-20">{title}</h1>
        <p className="wrap-anywhere text-muted">{text}</p>
      </div>
      {action}
    </div>
  )
}
