import { signatureHeader } from '@video-forge/contract/rules/webhook-rules'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/forms/copy-field.tsx'

/** A secret that is shown once, and what it is for. */
export const NewSecret = ({ secret, onDone }: { secret: string; onDone: () => void }) => (
  <>
    <CopyField label="Secret" hint={`Signs each call, in its header ${signatureHeader}. Keep it like a password.`} text={secret} />
    <div className="flex justify-end">
      <Button kind="primary" onClick={onDone}>
        Done
      </Button>
    </div>
  </>
)
