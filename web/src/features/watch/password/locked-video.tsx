import { onDemand } from '../../../ui/overlays/on-demand.tsx'

/** Most videos have no password. */
const PasswordForm = onDemand(async () => (await import('./password-form.tsx')).PasswordForm)

const stayOpen = () => undefined

interface LockedVideoProps {
  id: string
  link: string | undefined
  onUnlocked: () => void
}

export const LockedVideo = (props: LockedVideoProps) => <PasswordForm {...props} open onOpenChange={stayOpen} />
