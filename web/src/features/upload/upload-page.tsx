import { NotBuiltYet } from '../../ui/not-built-yet.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'

export function UploadPage() {
  return (
    <>
      <PageHeading title="Upload & Share Video" />
      <NotBuiltYet />
    </>
  )
}
