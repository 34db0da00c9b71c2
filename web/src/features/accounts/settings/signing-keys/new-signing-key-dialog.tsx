import { CopyField } from '../../../../ui/forms/copy-field.tsx'
import { MadeOnceDialog, type NewSecretProps } from '../made-once-dialog.tsx'
import { type MadeKey, NewSigningKeyForm } from './new-signing-key-form.tsx'

/** Asks for name and kind of a key, and then shows its secret. */
export const NewSigningKeyDialog = (dialog: NewSecretProps) => (
  <MadeOnceDialog<MadeKey>
    {...dialog}
    words={(made) => ({
      title: made ? 'Your new signing key' : 'New signing key',
      description: made?.secret ? 'Copy it now: it is shown only once.' : 'Your server signs playback tokens with it.',
    })}
    form={(onCreated) => <NewSigningKeyForm onCreated={onCreated} />}
    result={({ kid, algorithm, secret }) => (
      <>
        <CopyField label="Key ID" hint="The “kid” in the header of each token." text={kid} />
        {secret && (
          <CopyField
            label={algorithm === 'HS256' ? 'Secret' : 'Private key'}
            hint="Who has it can make tokens for your private videos."
            text={secret}
            {...(algorithm === 'EdDSA' && { rows: 9 })}
          />
        )}
      </>
    )}
  />
)
