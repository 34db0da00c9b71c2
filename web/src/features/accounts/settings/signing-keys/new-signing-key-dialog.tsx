import { limits } from '@video-forge/contract/rules/limits'
import type { SigningAlgorithm } from '@video-forge/contract/rules/protection-rules'
import { type FormEvent, type RefObject, useState } from 'react'
import { call } from '../../../../session/call.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { CopyField } from '../../../../ui/forms/copy-field.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { TextArea } from '../../../../ui/forms/text-input.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { useSubmission } from '../../use-submission.ts'

interface MadeKey {
  kid: string
  algorithm: SigningAlgorithm
  /** Null with a public key of one's own. */
  secret: string | null
}

interface NewSigningKeyDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCreated: () => Promise<void>
  returnFocusTo: RefObject<HTMLElement | null>
}

/** Asks for name and kind of a key, and then shows its secret. */
export function NewSigningKeyDialog({ open, onOpenChange, onCreated, returnFocusTo }: NewSigningKeyDialogProps) {
  const [made, setMade] = useState<MadeKey>()
  const change = (next: boolean) => {
    if (!next) setMade(undefined)
    onOpenChange(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      returnFocusTo={returnFocusTo}
      title={made ? 'Your new signing key' : 'New signing key'}
      description={made?.secret ? 'Copy it now: it is shown only once.' : 'Your server signs playback tokens with it.'}
    >
      {made ? (
        <>
          <CopyField label="Key ID" hint="The “kid” in the header of each token." text={made.kid} />
          {made.secret && (
            <CopyField
              label={made.algorithm === 'HS256' ? 'Secret' : 'Private key'}
              hint="Who has it can make tokens for your private videos."
              text={made.secret}
              multiline={made.algorithm === 'EdDSA'}
            />
          )}
          <div className="flex justify-end">
            <Button kind="primary" onClick={() => change(false)}>
              Done
            </Button>
          </div>
        </>
      ) : (
        <NewSigningKeyForm
          onCreated={(key) => {
            setMade(key)
            void onCreated()
          }}
        />
      )}
    </Dialog>
  )
}

/** What people choose between: who makes the key, and which kind. */
const kinds = [
  ['EdDSA', 'EdDSA: this site makes a pair and keeps only the public key'],
  ['own', 'EdDSA: I have a public key'],
  ['HS256', 'HS256: one secret that both sides know'],
] as const
type Kind = (typeof kinds)[number][0]

function NewSigningKeyForm({ onCreated }: { onCreated: (made: MadeKey) => void }) {
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Kind>('EdDSA')
  const [publicKey, setPublicKey] = useState('')
  const saving = useSubmission(['name', 'publicKey'], 'The key could not be created. Please try again.')

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const isMissing = kind === 'own' && publicKey.trim() === ''
    const problem = !name.trim()
      ? { field: 'name', message: 'Give the key a name.' }
      : isMissing
        ? { field: 'publicKey', message: 'Paste the public key.' }
        : undefined
    saving.submit(event, problem, async () => {
      const algorithm = kind === 'HS256' ? 'HS256' : 'EdDSA'
      const body = { name: name.trim(), algorithm, ...(kind === 'own' && { publicKey }) } as const
      const { key, secret } = await call('POST /account/signing-keys', { body })
      onCreated({ kid: key.id, algorithm, secret })
    })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Name"
        hint="Where it is used, such as “Our shop”."
        error={saving.problemOf('name')}
        name="name"
        maxLength={limits.keyNameMaxLength}
        autoComplete="off"
        value={name}
        onValueChange={setName}
      />
      <Field label="Kind">
        {(control) => (
          <Select
            {...control}
            value={kind}
            onChange={(event) => setKind(kinds.find(([value]) => value === event.target.value)?.[0] ?? 'EdDSA')}
          >
            {kinds.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {kind === 'own' && (
        <Field label="Public key" hint="Ed25519, as PEM or JWK." error={saving.problemOf('publicKey')}>
          {(control) => (
            <TextArea
              {...control}
              name="publicKey"
              rows={4}
              spellCheck={false}
              autoCapitalize="off"
              value={publicKey}
              onChange={(event) => setPublicKey(event.target.value)}
              className="text-12"
            />
          )}
        </Field>
      )}
      {saving.failure && <Notice tone="bad">{saving.failure}</Notice>}
      <div className="flex justify-end">
        <Button kind="primary" type="submit" pending={saving.pending}>
          Create signing key
        </Button>
      </div>
    </form>
  )
}
