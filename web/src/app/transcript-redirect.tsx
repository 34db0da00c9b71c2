import { Navigate, useLocation, useParams } from 'react-router'

/** The server makes this page for visitors. What it does not show them, like a private video, its owner reads beside the video. */
export function TranscriptRedirect() {
  const { id = '' } = useParams()
  const { search } = useLocation()
  return <Navigate to={{ pathname: `/video/${encodeURIComponent(id)}`, search, hash: '#transcript' }} replace />
}
