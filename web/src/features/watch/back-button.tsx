import { ArrowLeft } from 'lucide-react'
import { Link, useLocation, useNavigate } from 'react-router'

/** Back to where one came from, which keeps its place; to the gallery for whoever came from outside. */
export function BackButton() {
  const navigate = useNavigate()
  const { key } = useLocation()
  const cameFromOutside = key === 'default'
  return (
    <Link
      to="/gallery"
      onClick={(event) => {
        if (cameFromOutside || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate(-1)
      }}
      className="inline-flex min-h-6 items-center gap-1.5 self-start text-13 text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      Back
    </Link>
  )
}
