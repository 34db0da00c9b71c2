import { useSession } from '../../../session/use-session.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { useAccount } from './account-queries.ts'
import { AccountSection } from './account-section.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { EmailCodeSwitch } from './email-code-switch.tsx'
import { LoadedSetting } from './loaded-setting.tsx'
import { NotificationSwitch } from './notification-switch.tsx'
import { ProfileSettings } from './profile-settings.tsx'
import { SessionList } from './session-list.tsx'
import { WebhookSettings } from './webhook-settings.tsx'

export function AccountPage() {
  const user = useSession()
  const account = useAccount()
  if (!user) return null
  return (
    <div className="mx-auto flex w-full max-w-[900px] flex-col gap-8">
      <PageHeading title="Account" subtitle="Who you are here, how you sign in and how you hear of your videos." />
      <div className="flex flex-col">
        <AccountSection title="Profile" hint="Your name and address on this site.">
          <LoadedSetting query={account} skeleton="h-36">
            {(facts) => <ProfileSettings key={facts.pendingEmail} user={user} account={facts} />}
          </LoadedSetting>
        </AccountSection>
        <AccountSection title="Password" hint="Changing it signs you out on your other devices.">
          <LoadedSetting query={account} skeleton="h-80">
            {({ hasPassword }) =>
              hasPassword ? (
                <ChangePasswordForm user={user} />
              ) : (
                <p className="text-muted">
                  You sign in with Google and have no password here. To set one, sign out and choose “Forgot password?” at the sign-in: we
                  mail you a code for it.
                </p>
              )
            }
          </LoadedSetting>
        </AccountSection>
        <AccountSection title="Two-step sign-in" hint="A second proof that it is you.">
          <LoadedSetting query={account} skeleton="h-12">
            {({ hasPassword }) =>
              hasPassword ? (
                <EmailCodeSwitch user={user} />
              ) : (
                <p className="text-muted">Google protects your sign-in. An e-mail code can be added once you have a password here.</p>
              )
            }
          </LoadedSetting>
        </AccountSection>
        <AccountSection title="Sessions" hint="Where you are signed in. Sign out what you do not know, then change your password.">
          <SessionList />
        </AccountSection>
        <AccountSection title="Notifications" hint="How you hear that a video is ready or has failed.">
          <NotificationSwitch />
          <WebhookSettings />
        </AccountSection>
        <AccountSection title="Delete account" hint="For good, with everything in it.">
          <LoadedSetting query={account} skeleton="h-20">
            {(facts) => <DeleteAccount user={user} account={facts} />}
          </LoadedSetting>
        </AccountSection>
      </div>
    </div>
  )
}
