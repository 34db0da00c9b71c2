import { ButtonLink } from '../../ui/button-link.tsx'

/** What to do about an empty list of videos. */
export const UploadLink = () => (
  <ButtonLink to="/upload" kind="primary">
    Upload Video
  </ButtonLink>
)
