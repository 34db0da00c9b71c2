import type { SignInProvider } from '@video-forge/contract/rules/account-rules'
import { sentences } from '@video-forge/contract/sentences'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { storeReturnPath } from '../../../session/return-path.ts'
import { providerAddress } from '../../../session/sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useSubmission } from '../use-submission.ts'
import { rememberProvider } from './provider-name.ts'
import type { SignInSite } from './use-site.ts'

const GoogleSign = () => (
  <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4 fill-current">
    <path d="M12.2 10.3v3.5h5.8c-.3 1.5-1.8 4.3-5.8 4.3a6.1 6.1 0 1 1 0-12.2c2 0 3.300.8 4.100 1.600l2.700-2.600A9.800 9.800 0 1 0 12.200 21.800c5.700 0 9.500-4 9.500-9.600 0-.7-.1-1.300-.2-1.900z" />
  </svg>
)

const Logo = ({ logo }: { logo: string | null }) =>
  logo ? <img src={logo} alt="" className="size-5 object-contain" /> : <KeyRound aria-hidden="true" className="size-4" />

/** The provider is not set up on this site; a retry does not help. */
const isSwitchedOff = (error: unknown): boolean => error instanceof ApiError && error.isNotFound

/** The other ways to sign in that this site has. */
export const ProviderButtons = ({ site: { googleSignIn, oidc } }: { site: SignInSite }) => (
  <>
    {oidc && (
      <ProviderButton
        provider="oidc"
        name={oidc.name}
        failed={`Signing in with ${oidc.name} could not be started`}
        sign={<Logo logo={oidc.logo} />}
      />
    )}
    {googleSignIn && <ProviderButton provider="Google" name="Google" failed={sentences.googleStartFailed} sign={<GoogleSign />} />}
  </>
)

interface ProviderButtonProps {
  provider: SignInProvider
  name: string
  failed: string
  sign: ReactNode
}

function ProviderButton({ provider, name, failed, sign }: ProviderButtonProps) {
  const submission = useSubmission([], failed)
  const { state } = useLocation()
  const start = () =>
    submission.run(async () => {
      storeReturnPath(state)
      const address = await providerAddress(provider)
      rememberProvider(name)
      window.location.assign(address)
    })
  return (
    <>
      <Button pending={submission.pending} onClick={start}>
        {!submission.pending && sign}
        <span className="min-w-0 truncate">Continue with {name}</span>
      </Button>
      {submission.failure && <Notice tone={isSwitchedOff(submission.error) ? 'warn' : 'bad'}>{submission.failure}</Notice>}
    </>
  )
}
