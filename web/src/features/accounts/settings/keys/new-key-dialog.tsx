import { CopyField } from '../../../../ui/forms/copy-field.tsx'
import { MadeOnceDialog, type NewSecretProps } from '../made-once-dialog.tsx'
import { NewKeyForm } from './new-key-form.tsx'
import type { WantedKey } from './wanted-key.ts'

interface NewKeyDialogProps extends NewSecretProps {
  /** What a program asks for; undefined if nothing did. */
  wanted: WantedKey | undefined
}

/** Asks for name, scopes and end of a key, and then shows its secret. */
export const NewKeyDialog = ({ wanted, ...dialog }: NewKeyDialogProps) => (
  <MadeOnceDialog<string>
    {...dialog}
    words={(secret) =>
      secret
        ? { title: 'Your new key', description: 'Copy it now: it is shown only once.' }
        : { title: 'New API key', description: 'For a program that works in your name.' }
    }
    form={(onCreated) => <NewKeyForm wanted={wanted} onCreated={onCreated} />}
    result={(secret) => (
      <CopyField label="API key" hint="Send it as “Authorization: Bearer vf_…”. Keep it like a password." text={secret} />
    )}
  />
)
