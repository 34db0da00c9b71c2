import type { Transcription } from '@video-forge/contract/captions'
import { languageName } from '@video-forge/contract/captions/languages'
import { AudioLines } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { RetryNotice } from '../../ui/feedback/retry-notice.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { languageNames } from './language-names.ts'
import { useTranscription, useTranscriptionChange } from './use-transcription.ts'

interface AutomaticCaptionsProps {
  videoId: string
  onReady: () => void
  /** The focused button has disappeared, and there is no other one here. */
  onFocusLost: () => void
}

/** Captions made from what is said: the offer, how far they are, or why there are none. */
export function AutomaticCaptions({ videoId, onReady, onFocusLost }: AutomaticCaptionsProps) {
  const { data, error, refetch } = useTranscription(videoId, onReady)
  const changing = useTranscriptionChange(videoId)
  const [language, setLanguage] = useState('')
  const transcription = data?.transcription ?? undefined
  const canMake = data?.canTranscribe === true
  const canOffer = canMake && !data.captions.some(({ source }) => source === 'automatic')
  const shown = transcription ? (transcription.status === 'failed' ? 'failed' : 'underway') : canOffer ? 'offer' : 'nothing'
  const area = useKeptFocus(data && shown, onFocusLost)

  if (!data && error) return <RetryNotice text={error.message} onRetry={() => void refetch()} />
  if (shown === 'nothing') return null
  const actionOf = (action: 'make' | 'stop', chosen?: string) => ({
    pending: changing.isPending && changing.variables.action === action,
    onClick: () => {
      if (!changing.isPending) changing.mutate({ action, ...(chosen && { language: chosen }) })
    },
  })
  const languages = data?.languages ?? []
  const actions: Actions = { make: actionOf('make', shown === 'failed' ? transcription?.language : language), stop: actionOf('stop') }
  return (
    <fieldset ref={area} aria-label="Automatic captions" className="flex min-w-0 flex-col gap-3 rounded-control border border-line p-3">
      {!transcription && (
        <Offer {...actions} languages={languages}>
          {languages.length > 1 && <SpokenLanguage languages={languages} value={language} onChange={setLanguage} />}
        </Offer>
      )}
      {transcription && shown === 'underway' && <Underway {...actions} transcription={transcription} />}
      {transcription && shown === 'failed' && <Failed {...actions} transcription={transcription} canMake={canMake} />}
      {changing.error && <Notice tone="bad">{changing.error.message}</Notice>}
    </fieldset>
  )
}

type Actions = Record<'make' | 'stop', { pending: boolean; onClick: () => void }>

function Offer({ make, languages, children }: Actions & { languages: readonly string[]; children: ReactNode }) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {children}
      <Button {...make} aria-describedby={id}>
        <AudioLines aria-hidden="true" className="size-4" />
        Make automatic captions
      </Button>
      <p id={id} className="min-w-40 flex-1 text-12 text-muted">
        Made on this site{languages.length > 0 && `, in ${languageNames(languages)}`}. Names and unclear speech are often wrong; check the
        text.
      </p>
    </div>
  )
}

interface SpokenLanguageProps {
  languages: readonly string[]
  /** Empty for the one that the file or the site says. */
  value: string
  onChange: (language: string) => void
}

const SpokenLanguage = ({ languages, value, onChange }: SpokenLanguageProps) => (
  <Field label="Spoken language" className="basis-full">
    {(control) => (
      <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">As the video says</option>
        {languages.map((code) => (
          <option key={code} value={code}>
            {languageName(code)}
          </option>
        ))}
      </Select>
    )}
  </Field>
)

function Underway({ transcription: { status, progress }, stop }: Actions & { transcription: Transcription }) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p id={id} className="text-13 tabular-nums">
          {status === 'waiting' ? 'Waiting to be made' : `Making captions… ${progress}%`}
        </p>
        {status === 'running' && <Progress label="Progress of the automatic captions" value={progress} />}
      </div>
      <Button {...stop} size="small" aria-describedby={id}>
        Cancel
      </Button>
    </div>
  )
}

function Failed({ transcription, canMake, make, stop }: Actions & { transcription: Transcription; canMake: boolean }) {
  return (
    <>
      <Notice tone="bad">{transcription.message ?? 'The automatic captions could not be made.'}</Notice>
      <div className="flex gap-2">
        {canMake && (
          <Button {...make} size="small">
            Try again
          </Button>
        )}
        <Button {...stop} size="small" kind="quiet">
          Dismiss
        </Button>
      </div>
    </>
  )
}
