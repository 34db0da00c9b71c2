import { type Scope, scopeMeanings, scopes } from '@video-forge/contract/rules/access'
import { type FormEvent, useState } from 'react'
import { call } from '../../../../session/call.ts'
import { useSession } from '../../../../session/use-session.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { useSubmission } from '../../use-submission.ts'
import { KeyNameField } from '../key-name-field.tsx'
import type { WantedKey } from './wanted-key.ts'

const lives = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'One year'],
  ['never', 'Never'],
] as const

const endAfter = (days: string): { expiresAt?: string } =>
  days === 'never' ? {} : { expiresAt: new Date(Date.now() + Number(days) * 86_400_000).toISOString() }

const useIsAdmin = (): boolean => useSession()?.groups.includes('admin') ?? false

/** The values of the form, and how it is sent. */
function useNewKey(onCreated: (secret: string) => void, wanted: WantedKey | undefined) {
  const isAdmin = useIsAdmin()
  const [name, setName] = useState(wanted?.name ?? '')
  const [chosen, setChosen] = useState<readonly Scope[]>((wanted?.scopes ?? ['read']).filter((scope) => scope !== 'admin' || isAdmin))
  const [life, setLife] = useState('90')
  const saving = useSubmission(['name', 'scopes', 'expiresAt'], 'The key could not be created. Please try again.')

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const problem = name.trim() ? undefined : { field: 'name', message: 'Give the key a name.' }
    saving.submit(event, problem, async () => {
      const { secret } = await call('POST /account/keys', { body: { name: name.trim(), scopes: [...chosen], ...endAfter(life) } })
      onCreated(secret)
    })
  }
  return { name, setName, chosen, setChosen, life, setLife, saving, submit }
}

interface NewKeyFormProps {
  onCreated: (secret: string) => void
  /** What the form begins with. */
  wanted: WantedKey | undefined
}

export function NewKeyForm({ onCreated, wanted }: NewKeyFormProps) {
  const { name, setName, chosen, setChosen, life, setLife, saving, submit } = useNewKey(onCreated, wanted)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <KeyNameField
        hint="What it is for, such as “Nightly upload”."
        error={saving.problemOf('name')}
        value={name}
        onValueChange={setName}
      />
      <ScopeChoice chosen={chosen} onChange={setChosen} />
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

function ScopeChoice({ chosen, onChange }: { chosen: readonly Scope[]; onChange: (chosen: readonly Scope[]) => void }) {
  const isAdmin = useIsAdmin()
  const toggle = (scope: Scope, isChosen: boolean) => onChange(isChosen ? [...chosen, scope] : chosen.filter((each) => each !== scope))
  return (
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
  )
}
