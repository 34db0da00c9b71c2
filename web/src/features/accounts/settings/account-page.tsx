import { useSession } from '../../../session/use-session.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { WebhookList } from '../webhooks/webhook-list.tsx'
import { useAccount } from './account-queries.ts'
import { AccountSection } from './account-section.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { EmailCodeSwitch } from './email-code-switch.tsx'
import { ExportSection } from './exports/export-section.tsx'
import { KeyList } from './keys/key-list.tsx'
import { LoadedSetting } from './loaded-setting.tsx'
import { NotificationSwitch } from './notification-switch.tsx'
import { ProfileSettings } from './profile-settings.tsx'
import { SessionList } from './session-list.tsx'
import { SigningKeyList } from './signing-keys/signing-key-list.tsx'

const noPassword =
  'You sign in with Google or single sign-on and have no password here. To set one, sign out and choose “Forgot password?”. We will send you a code.'
const protectedElsewhere =
  'The service that you sign in with protects your account. You can add an e-mail code once you have a password here.'

const Explanation = ({ text }: { text: string }) => <p className="text-muted">{text}</p>

export function AccountPage() {
  const user = useSession()
  const account = useAccount()
  if (!user) return null
  return (
    <div className="mx-auto flex w-full max-w-[900px] flex-col gap-8">
      <PageHeading title="Account" subtitle="Your profile, how you sign in, your notifications, webhooks, keys and data." />
      <div className="flex flex-col">
        <AccountSection title="Profile" hint="Your name and e-mail address.">
          <LoadedSetting query={account} skeleton="h-36">
            {(data) => <ProfileSettings key={data.pendingEmail} user={user} account={data} />}
          </LoadedSetting>
        </AccountSection>
        <AccountSection title="Password" hint="Changing it signs you out on your other devices.">
          <LoadedSetting query={account} skeleton="h-80">
            {({ hasPassword }) => (hasPassword ? <ChangePasswordForm user={user} /> : <Explanation text={noPassword} />)}
          </LoadedSetting>
        </AccountSection>
        <AccountSection title="Two-step sign-in" hint="A code in addition to your password.">
          <LoadedSetting query={account} skeleton="h-12">
            {({ hasPassword }) => (hasPassword ? <EmailCodeSwitch user={user} /> : <Explanation text={protectedElsewhere} />)}
          </LoadedSetting>
        </AccountSection>
        <AccountSection
          title="Sessions"
          hint="Where you are signed in. If you do not recognise a device, sign it out and change your password."
        >
          <SessionList />
        </AccountSection>
        <AccountSection title="Notifications" hint="When a video is ready or has failed.">
          <NotificationSwitch />
        </AccountSection>
        <AccountSection title="Webhooks" hint="Addresses of your own server that get a signed POST when something happens.">
          <WebhookList />
        </AccountSection>
        <AccountSection title="API keys" hint="For scripts and programs that use this site in your name.">
          <KeyList />
        </AccountSection>
        <AccountSection title="Signing keys" hint="For playback tokens: your own server decides who watches a private video.">
          <SigningKeyList />
        </AccountSection>
        <AccountSection title="Export" hint="All your videos as one archive, to keep or to take to another site.">
          <ExportSection />
        </AccountSection>
        <AccountSection title="Delete account" hint="Permanently, with all your videos.">
          <LoadedSetting query={account} skeleton="h-20">
            {(data) => <DeleteAccount user={user} account={data} />}
          </LoadedSetting>
        </AccountSection>
      </div>
    </div>
  )
}
