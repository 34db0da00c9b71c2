import type { SigningAlgorithm } from '@video-forge/contract/rules/protection-rules'
import { type FormEvent, useState } from 'react'
import { call } from '../../../../session/call.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { TextArea } from '../../../../ui/forms/text-input.tsx'
import { useSubmission } from '../../use-submission.ts'
import { KeyNameField } from '../key-name-field.tsx'

export interface MadeKey {
  kid: string
  algorithm: SigningAlgorithm
  /** Null with a public key of one's own. */
  secret: string | null
}

/** What people choose between: who makes the key, and which kind. */
const kinds = [
  ['EdDSA', 'EdDSA: this site makes a pair and keeps only the public key'],
  ['own', 'EdDSA: I have a public key'],
  ['HS256', 'HS256: one secret that both sides know'],
] as const
type Kind = (typeof kinds)[number][0]

/** The values of the form, and how it is sent. */
function useNewSigningKey(onCreated: (made: MadeKey) => void) {
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
  return { name, setName, kind, setKind, publicKey, setPublicKey, saving, submit }
}

export function NewSigningKeyForm({ onCreated }: { onCreated: (made: MadeKey) => void }) {
  const { name, setName, kind, setKind, publicKey, setPublicKey, saving, submit } = useNewSigningKey(onCreated)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <KeyNameField hint="Where it is used, such as “Our shop”." error={saving.problemOf('name')} value={name} onValueChange={setName} />
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
