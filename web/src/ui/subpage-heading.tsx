import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { PageHeading } from './page-heading.tsx'

interface SubpageHeadingProps extends ComponentProps<typeof PageHeading> {
  /** The page above it. */
  back: { to: string; name: string }
}

/** The heading of a page below another one, with the way back. */
export const SubpageHeading = ({ back, ...heading }: SubpageHeadingProps) => (
  <div className="flex flex-col gap-3">
    <Link
      to={back.to}
      className="inline-flex min-h-6 items-center gap-1.5 self-start pointer-coarse:min-h-11 text-13 text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {back.name}
    </Link>
    <PageHeading {...heading} />
  </div>
)
