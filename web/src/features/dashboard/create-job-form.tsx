import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FieldProblem } from '@video-forge/contract/errors'
import { jobFormProblem, localSample } from '@video-forge/contract/rules/job-rules'
import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { jobKeys } from '../../jobs-view/live/job-cache.ts'
import { FormatChoice } from '../../jobs-view/plan/format-choice.tsx'
import { call } from '../../session/call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormCard } from '../../ui/forms/form-card.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { VisibilityField } from '../../videos-view/video-fields.tsx'
import type { JobFormValues } from './job-form-values.ts'

interface CreateJobFormProps {
  values: JobFormValues
  onChange: (values: JobFormValues) => void
  onCreated: () => void
}

export function CreateJobForm({ values, onChange, onCreated }: CreateJobFormProps) {
  const [problem, setProblem] = useState<FieldProblem>()
  const source = useRef<HTMLInputElement>(null)
  const formats = useRef<HTMLFieldSetElement>(null)
  const creation = useCreateJob(() => {
    onCreated()
    source.current?.focus()
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (creation.isPending) return
    const found = jobFormProblem(values)
    setProblem(found)
    creation.reset()
    if (!found) creation.mutate({ ...values, inputSource: values.inputSource.trim() })
    else if (found.field === 'inputSource') source.current?.focus()
    else formats.current?.querySelector<HTMLElement>('[role=checkbox]')?.focus()
  }
  const change = (part: Partial<JobFormValues>) => {
    setProblem(undefined)
    onChange({ ...values, ...part })
  }
  const problemOf = (field: string) => (problem?.field === field ? problem.message : undefined)

  return (
    <FormCard heading="New video" onSubmit={submit}>
      <SourceField
        ref={source}
        value={values.inputSource}
        onChange={(inputSource) => change({ inputSource })}
        error={problemOf('inputSource')}
      />
      <FormatChoice
        ref={formats}
        chosen={values.outputFormats}
        onChange={(outputFormats) => change({ outputFormats })}
        error={problemOf('outputFormats')}
      />
      <VisibilityField value={values.visibility} onChange={(visibility) => change({ visibility })} />
      {creation.error && <Notice tone="bad">{sentences.createJobFailed(creation.error.message)}</Notice>}
      <Button kind="primary" type="submit" pending={creation.isPending} className="mt-auto sm:self-start">
        Create Job
      </Button>
    </FormCard>
  )
}

function useCreateJob(onCreated: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: JobFormValues) => call('POST /jobs', { body }),
    onSuccess: ({ job }) => {
      showToast('good', `"${job.title}" was queued.`)
      onCreated()
      void client.invalidateQueries({ queryKey: jobKeys.lists })
      void client.invalidateQueries({ queryKey: jobKeys.stats })
    },
  })
}

interface SourceFieldProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
  ref: RefObject<HTMLInputElement | null>
}

const SourceField = ({ value, onChange, error, ref }: SourceFieldProps) => (
  <Field label="Video Source" hint={`The URL of a video, or ${localSample} to try it out.`} error={error}>
    {(control) => (
      <TextInput
        {...control}
        ref={ref}
        name="inputSource"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="https://"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
