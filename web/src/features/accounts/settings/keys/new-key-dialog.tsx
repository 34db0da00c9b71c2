import { type Scope, scopeMeanings, scopes } from '@video-forge/contract/rules/access'
import { limits } from '@video-forge/contract/rules/limits'
import { type FormEvent, type RefObject, useState } from 'react'
import { call } from '../../../../session/call.ts'
import { useSession } from '../../../../session/use-session.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { CopyField } from '../../../../ui/forms/copy-field.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { useSubmission } from '../../use-submission.ts'

interface NewKeyDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCreated: () => Promise<void>
  returnFocusTo: RefObject<HTMLElement | null>
}

/** Asks for name, scopes and end of a key, and then shows its secret. */
export function NewKeyDialog({ open, onOpenChange, onCreated, returnFocusTo }: NewKeyDialogProps) {
  const [secret, setSecret] = useState<string>()
  const change = (next: boolean) => {
    if (!next) setSecret(undefined)
    onOpenChange(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      returnFocusTo={returnFocusTo}
      title={secret ? 'Your new key' : 'New API key'}
      description={secret ? 'Copy it now: it is shown only once.' : 'For a program that works in your name.'}
    >
      {secret ? (
        <>
          <CopyField label="API key" hint="Send it as “Authorization: Bearer vf_…”. Keep it like a password." text={secret} />
          <div className="flex justify-end">
            <Button kind="primary" onClick={() => change(false)}>
              Done
            </Button>
          </div>
        </>
      ) : (
        <NewKeyForm
          onCreated={(made) => {
            setSecret(made)
            void onCreated()
          }}
        />
      )}
    </Dialog>
  )
}

const lives = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'One year'],
  ['never', 'Never'],
] as const

const endAfter = (days: string): { expiresAt?: string } =>
  days === 'never' ? {} : { expiresAt: new Date(Date.now() + Number(days) * 86_400_000).toISOString() }

function NewKeyForm({ onCreated }: { onCreated: (secret: string) => void }) {
  const isAdmin = useSession()?.groups.includes('admin')
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly Scope[]>(['read'])
  const [life, setLife] = useState('90')
  const saving = useSubmission(['name', 'scopes', 'expiresAt'], 'The key could not be created. Please try again.')

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const problem = name.trim() ? undefined : { field: 'name', message: 'Give the key a name.' }
    saving.submit(event, problem, async () => {
      const { secret } = await call('POST /account/keys', { body: { name: name.trim(), scopes: [...chosen], ...endAfter(life) } })
      onCreated(secret)
    })
  }
  const toggle = (scope: Scope, isChosen: boolean) =>
    setChosen((before) => (isChosen ? [...before, scope] : before.filter((each) => each !== scope)))

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Name"
        hint="What it is for, such as “Nightly upload”."
        error={saving.problemOf('name')}
        name="name"
        maxLength={limits.keyNameMaxLength}
        autoComplete="off"
        value={name}
        onValueChange={setName}
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1.5 font-medium text-13">What it may do</legend>
        {scopes
          .filter((scope) => scope !== 'admin' || isAdmin)
          .map((scope) => (
            <Checkbox
              key={scope}
              label={
                <>
                  <span className="font-medium">{scope}</span> <span className="text-muted">– {scopeMeanings[scope]}</span>
                </>
              }
              checked={chosen.includes(scope)}
              onCheckedChange={(isChosen) => toggle(scope, isChosen)}
            />
          ))}
      </fieldset>
      <Field label="Expires" error={saving.problemOf('expiresAt')}>
        {(control) => (
          <Select {...control} value={life} onChange={(event) => setLife(event.target.value)}>
            {lives.map(([days, label]) => (
              <option key={days} value={days}>
                {days === 'never' ? label : `After ${label.toLowerCase()}`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {(saving.failure ?? saving.problemOf('scopes')) && <Notice tone="bad">{saving.failure ?? saving.problemOf('scopes')}</Notice>}
      <div className="flex justify-end">
        <Button kind="primary" type="submit" pending={saving.pending} disabled={chosen.length === 0}>
          Create key
        </Button>
      </div>
    </form>
  )
}
