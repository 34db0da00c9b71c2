import { useLocation, useNavigate } from 'react-router'
import { useDocumentTitle } from '../../../ui/document-title.ts'
import { AccountCard } from '../sign-in/account-card.tsx'
import { useHasGoogle } from '../sign-in/use-has-google.ts'
import { ProductStory } from './product-story.tsx'

/** The card comes first in the document, as on a phone; a wide screen shows the story to its left. */
export function LandingPage() {
  useDocumentTitle('Sign in')
  const navigate = useNavigate()
  const { state } = useLocation()
  const hasGoogle = useHasGoogle()
  return (
    <div className="grid items-start gap-12 lg:grid-cols-[1fr_400px] lg:gap-20 lg:py-8">
      <div className="mx-auto flex w-full max-w-[440px] flex-col gap-5 rounded-surface border border-line bg-surface p-5 sm:p-6 lg:order-last">
        <AccountCard hasGoogle={hasGoogle} onCodeNeeded={(challenge) => navigate('/mfa-login', { state: { ...state, ...challenge } })} />
      </div>
      <ProductStory />
    </div>
  )
}
