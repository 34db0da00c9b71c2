import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ImportVisibility } from '@video-forge/contract/rules/import-rules'
import { limits } from '@video-forge/contract/rules/limits'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { withDefaultMessage } from '../../api/with-default-message.ts'
import { FormatChoice } from '../../jobs-view/plan/format-choice.tsx'
import { call } from '../../session/call.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormCard } from '../../ui/forms/form-card.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PreviewPanel } from './import-preview.tsx'
import { emptyImport, type ImportValues, importBody, importProblem } from './import-values.ts'
import { KindChoice } from './kind-choice.tsx'
import { type FieldsProps, KindFields } from './kind-fields.tsx'

/** Brings videos from another place here. */
export function ImportPage() {
  const sources = useQuery({ queryKey: ['import sources'], queryFn: () => call('GET /imports/sources') })
  return (
    <>
      <PageHeading
        title="Import"
        subtitle="Bring your videos here with their titles, dates, captions and playlists."
        actions={<ButtonLink to="/tasks">Your tasks</ButtonLink>}
      />
      <QueryView query={sources} failed="The places to import from could not be loaded." skeleton="h-96">
        {({ kinds, folders }) => <ImportForm kinds={kinds} folders={folders} />}
      </QueryView>
    </>
  )
}

function ImportForm({ kinds, folders }: { kinds: readonly ImportValues['kind'][]; folders: readonly string[] }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [values, setValues] = useState(emptyImport)
  const [problem, setProblem] = useState<string>()
  const preview = useMutation({
    mutationFn: (body: ReturnType<typeof importBody>) =>
      withDefaultMessage('The source could not be read. Please try again.', call('POST /imports/preview', { body })),
  })
  const start = useMutation({
    mutationFn: () =>
      withDefaultMessage('The import could not be started. Please try again.', call('POST /imports', { body: importBody(values) })),
    onSuccess: (answer) => {
      void client.invalidateQueries({ queryKey: ['tasks'] })
      void navigate(`/tasks/${answer.import.id}`)
    },
  })
  const change = (part: Partial<ImportValues>) => {
    setValues({ ...values, ...part })
    setProblem(undefined)
    preview.reset()
    start.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = importProblem(values)
    setProblem(found)
    start.reset()
    if (!found && !preview.isPending) preview.mutate(importBody(values))
  }
  const isReady = preview.isSuccess
  const action = (
    <Button kind="primary" pending={start.isPending} onClick={() => start.mutate()}>
      Start import
    </Button>
  )
  const shown = problem ?? preview.error?.message
  return (
    <div className="flex max-w-180 flex-col gap-6">
      <FormCard heading="What to import" onSubmit={submit}>
        <KindChoice offered={kinds} value={values.kind} onChange={(kind) => change({ kind })} />
        <KindFields values={values} onChange={change} folders={folders} />
        <ChoiceFields values={values} onChange={change} />
        {shown && <Notice tone="bad">{shown}</Notice>}
        <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
          <Button type="submit" kind={isReady ? 'secondary' : 'primary'} pending={preview.isPending}>
            {isReady ? 'Look again' : 'Preview'}
          </Button>
        </div>
      </FormCard>
      <div aria-live="polite">{preview.data && <PreviewPanel preview={preview.data.preview} action={action} />}</div>
      {start.isError && <Notice tone="bad">{start.error.message}</Notice>}
    </div>
  )
}

const visibilities: Record<ImportVisibility, { name: string; hint: string }> = {
  keep: { name: 'As it was', hint: 'Public stays public. What was unlisted or hidden, or does not say, is private here.' },
  private: { name: 'All private', hint: 'Only you and admins can watch them until you change it.' },
  public: { name: 'Public where it was not hidden', hint: 'What was unlisted, internal or private stays private.' },
}

/** What is the same for all kinds. */
const ChoiceFields = ({ values, onChange }: FieldsProps) => (
  <>
    <Field label="Visibility" hint={visibilities[values.visibility].hint}>
      {(control) => (
        <Select
          {...control}
          value={values.visibility}
          onChange={({ target: { value } }) => onChange({ visibility: value === 'private' || value === 'public' ? value : 'keep' })}
        >
          {Object.entries(visibilities).map(([value, { name }]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <FormatChoice chosen={values.formats} onChange={(formats) => onChange({ formats })} />
    <TextField
      label="Also put all of them into a playlist (optional)"
      value={values.playlist}
      maxLength={limits.titleMaxLength}
      autoComplete="off"
      onValueChange={(playlist) => onChange({ playlist })}
    />
  </>
)
