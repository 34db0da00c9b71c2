import type { FieldProblem } from '@video-forge/contract/errors'
import { jobFormProblem, localSample } from '@video-forge/contract/rules/jobs/job-rules'
import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { FormatChoice } from '../../jobs-view/plan/format-choice.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormCard } from '../../ui/forms/form-card.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { CaptionChoiceFields } from '../../videos-view/captions/caption-choice-fields.tsx'
import { changedCaptionChoice } from '../../videos-view/captions/caption-choice-values.ts'
import { VisibilityField } from '../../videos-view/video-fields.tsx'
import type { JobFormValues } from './job-form-values.ts'
import { TrySample } from './try-sample.tsx'
import { useCreateJob } from './use-create-job.ts'

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
    const { captionChoice, ...job } = values
    if (!found) creation.mutate({ ...job, inputSource: job.inputSource.trim(), ...changedCaptionChoice(captionChoice) })
    else if (found.field === 'inputSource') source.current?.focus()
    else formats.current?.querySelector<HTMLElement>('[role=checkbox]')?.focus()
  }
  const change = (part: Partial<JobFormValues>) => {
    setProblem(undefined)
    onChange({ ...values, ...part })
  }
  const problemOf = (field: string) => (problem?.field === field ? problem.message : undefined)

  return (
    <FormCard heading="From a URL" onSubmit={submit}>
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
      <CaptionChoiceFields value={values.captionChoice} onChange={(captionChoice) => change({ captionChoice })} />
      {creation.error && <Notice tone="bad">{sentences.createJobFailed(creation.error.message)}</Notice>}
      <div className="mt-auto flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button kind={values.inputSource.trim() ? 'primary' : 'secondary'} type="submit" pending={creation.isPending}>
          Create Job
        </Button>
        <TrySample />
      </div>
    </FormCard>
  )
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
