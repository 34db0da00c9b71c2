import { useLocation, useNavigate } from 'react-router'
import { useDocumentTitle } from '../../../ui/document-title.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { AccountCard } from '../sign-in/account-card.tsx'
import { useInvitation } from '../sign-in/use-invitation.ts'
import { useSite } from '../sign-in/use-site.ts'
import { ProductStory } from './product-story.tsx'

/** The card comes first in the document, as on a phone; a wide screen shows the story to its left. */
export function LandingPage() {
  useDocumentTitle('Sign in')
  const navigate = useNavigate()
  const { state } = useLocation()
  const site = useSite()
  const invited = useInvitation()
  const invitation = invited.kind === 'open' ? invited.invitation : undefined
  return (
    <div className="grid items-start gap-12 lg:grid-cols-[1fr_400px] lg:gap-20 lg:py-8">
      <div className="mx-auto flex w-full max-w-[440px] flex-col gap-5 rounded-surface border border-line bg-surface p-5 sm:p-6 lg:order-last">
        {invited.kind === 'refused' && <Notice tone="bad">{invited.message}</Notice>}
        <AccountCard
          key={invitation?.token}
          site={site}
          invitation={invitation}
          onCodeNeeded={(challenge) => navigate('/mfa-login', { state: { ...state, ...challenge } })}
        />
      </div>
      <ProductStory />
    </div>
  )
}
