import { ArrowLeft } from 'lucide-react'
import { Link, useLocation, useNavigate } from 'react-router'

/** Back to the previous page and its scroll position, or to the gallery for visitors from another site. */
export function BackButton() {
  const navigate = useNavigate()
  const { key } = useLocation()
  const isFirstPage = key === 'default'
  return (
    <Link
      to="/gallery"
      onClick={(event) => {
        if (isFirstPage || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate(-1)
      }}
      className="inline-flex min-h-6 items-center gap-1.5 self-start pointer-coarse:min-h-11 text-13 text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      Back
    </Link>
  )
}
