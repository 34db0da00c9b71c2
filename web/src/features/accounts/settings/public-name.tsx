import { usernameProblem } from '@video-forge/contract/rules/account-rules'
import { sentences } from '@video-forge/contract/sentences'
import { useRef, useState } from 'react'
import { replaceUser } from '../../../session/session-store.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { chooseUsername } from '../account-calls.ts'
import { AccountForm } from '../account-form.tsx'
import { useSubmission } from '../use-submission.ts'
import { useReloadAccount } from './account-queries.ts'

/** For somebody who came by Google or single sign-on: their username is made of their e-mail address, so others do not see it. */
export function PublicName() {
  const [isAsking, setAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const cancel = () => {
    setAsking(false)
    requestAnimationFrame(() => opener.current?.focus())
  }
  return (
    <div className="flex flex-col items-start gap-3 rounded-control border border-line p-4">
      <p className="text-13 text-muted">
        Your username is made of your e-mail address, so others do not see it: your videos name no owner, and you have no page of your own.
      </p>
      {isAsking ? (
        <NameForm onCancel={cancel} />
      ) : (
        <Button ref={opener} onClick={() => setAsking(true)}>
          Choose a public name
        </Button>
      )}
    </div>
  )
}

function NameForm({ onCancel }: { onCancel: () => void }) {
  const [username, setUsername] = useState('')
  const reload = useReloadAccount()
  const submission = useSubmission(['username'], sentences.usernameFailed)
  const findProblem = () => {
    const message = username.trim() === '' ? sentences.allFieldsRequired : usernameProblem(username.trim())
    return message ? { field: 'username', message } : undefined
  }
  const choose = async () => {
    const user = await chooseUsername(username.trim())
    replaceUser(user)
    showToast('good', `Your public name is now ${user.username}.`)
    // The form goes, and the focus with it.
    document.getElementById('content')?.focus()
    await reload()
  }
  return (
    <AccountForm
      label="Choose a public name"
      className="w-full"
      submission={submission}
      onSubmit={(event) => submission.submit(event, findProblem(), choose)}
      submit="Use this name"
      otherButton={<Button onClick={onCancel}>Cancel</Button>}
    >
      <TextField
        label="Username"
        name="username"
        hint="Everybody sees it with your videos, and it is the address of your page. It cannot be changed later."
        error={submission.problemOf('username')}
        autoFocus
        autoComplete="username"
        value={username}
        onValueChange={setUsername}
      />
    </AccountForm>
  )
}
