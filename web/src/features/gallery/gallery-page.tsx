import { NotBuiltYet } from '../../ui/not-built-yet.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'

export function GalleryPage() {
  return (
    <>
      <PageHeading title="Video Gallery" subtitle="Browse and watch videos shared by the community" />
      <NotBuiltYet />
    </>
  )
}
