import { useLocation } from 'react-router'
import { ButtonLink } from '../ui/button-link.tsx'
import { MissingPage } from '../ui/feedback/missing-page.tsx'

/** For an address that no page has. The server sends it with the status 404. */
export function NotFoundPage() {
  const { pathname } = useLocation()
  return (
    <MissingPage
      title="Page not found"
      text={`There is nothing at ${pathname}. The address may be misspelled, or the page was removed.`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink to="/" kind="primary">
            Go to the start page
          </ButtonLink>
          <ButtonLink to="/gallery">Browse videos</ButtonLink>
        </div>
      }
    />
  )
}
