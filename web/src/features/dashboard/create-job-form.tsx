import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FieldProblem } from '@video-forge/contract/errors'
import { jobFormProblem, localSample } from '@video-forge/contract/rules/job-rules'
import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, useRef, useState } from 'react'
import { jobKeys } from '../../jobs-view/live/job-cache.ts'
import { FormatChoice } from '../../jobs-view/plan/format-choice.tsx'
import { call } from '../../session/call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
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
  const client = useQueryClient()
  const creation = useMutation({
    mutationFn: (body: JobFormValues) => call('POST /jobs', { body }),
    onSuccess: ({ job }) => {
      showToast('good', `'${job.title}' is in line.`)
      onCreated()
      source.current?.focus()
      void client.invalidateQueries({ queryKey: jobKeys.lists })
      void client.invalidateQueries({ queryKey: jobKeys.stats })
    },
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
    <form
      noValidate
      onSubmit={submit}
      aria-labelledby="create-heading"
      className="flex flex-col gap-5 rounded-surface border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id="create-heading" className="font-semibold text-16">
        New video
      </h2>
      <Field label="Video Source" hint={`The address of a video, or ${localSample} to try it out.`} error={problemOf('inputSource')}>
        {(control) => (
          <TextInput
            {...control}
            ref={source}
            name="inputSource"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="https://"
            value={values.inputSource}
            onChange={(event) => change({ inputSource: event.target.value })}
          />
        )}
      </Field>
      <FormatChoice
        ref={formats}
        chosen={values.outputFormats}
        onChange={(outputFormats) => change({ outputFormats })}
        error={problemOf('outputFormats')}
      />
      <Field
        label="Visibility"
        hint={values.visibility === 'public' ? 'Everyone can find and watch it in the gallery.' : 'Only you and admins can watch it.'}
      >
        {(control) => (
          <Select
            {...control}
            name="visibility"
            value={values.visibility}
            onChange={(event) => change({ visibility: event.target.value === 'private' ? 'private' : 'public' })}
          >
            <option value="public">Public</option>
            <option value="private">Private</option>
          </Select>
        )}
      </Field>
      {creation.error && <Notice tone="bad">{sentences.createJobFailed(creation.error.message)}</Notice>}
      <Button kind="primary" type="submit" pending={creation.isPending} className="mt-auto sm:self-start">
        Create Job
      </Button>
    </form>
  )
}
