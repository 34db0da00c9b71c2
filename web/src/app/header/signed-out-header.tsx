import { Link, useLocation } from 'react-router'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ThemeSwitch } from '../../ui/theme/theme-switch.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'

export function SignedOutHeader() {
  const { pathname } = useLocation()
  const isSigningIn = pathname === '/' || pathname === '/mfa-login'
  return (
    <>
      <Link to="/" aria-label="Video Forge, start page" className="flex h-10 items-center rounded-control pr-2">
        <Wordmark />
      </Link>
      <div className="ml-auto flex items-center gap-1">
        <ThemeSwitch />
        {!isSigningIn && (
          <ButtonLink to="/" size="small">
            Sign in
          </ButtonLink>
        )}
      </div>
    </>
  )
}
